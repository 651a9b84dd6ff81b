import type { WallClock } from "@verandah/time/wall-clock.ts";
import { importPKCS8, SignJWT } from "jose";
import { z } from "zod";

import {
  accessToken,
  sendRequest,
  CalendarError,
  type CalendarEntry,
  type EntryOfBooking,
  cacheToken,
  type OutsideCalendar,
  readJson,
} from "./outside-calendar.ts";

const API_URL = "https://www.googleapis.com";
const SCOPE = "https://www.googleapis.com/auth/calendar";
const PAGE = 2_500;

/** The key file of a service account. The calendars of the rooms are shared with the account. */
export const googleKey = z.object({
  client_email: z.string(),
  private_key: z.string(),
  token_uri: z.url(),
});
export type GoogleKey = z.output<typeof googleKey>;

const time = z.union([z.object({ dateTime: z.string() }), z.object({ date: z.string() })]);
const event = z.object({
  id: z.string(),
  status: z.string().nullish(),
  transparency: z.string().nullish(),
  summary: z.string().nullish(),
  organizer: z.object({ displayName: z.string().nullish(), email: z.string().nullish() }).nullish(),
  attendees: z
    .array(z.object({ self: z.boolean().nullish(), responseStatus: z.string().nullish() }))
    .nullish(),
  extendedProperties: z
    .object({ private: z.object({ verandah: z.string().optional() }).optional() })
    .nullish(),
  start: time,
  end: time,
});
const page = z.object({ items: z.array(event).default([]), nextPageToken: z.string().optional() });

/** Opens Google calendars with one key. Tests set `apiUrl` to a local server. Source: Google Calendar API v3, Events. */
export function openGoogle(
  key: GoogleKey,
  apiUrl = API_URL,
): (id: string, clock: WallClock) => OutsideCalendar {
  const getToken = cacheToken(async () => {
    const assertion = await new SignJWT({ scope: SCOPE })
      .setProtectedHeader({ alg: "RS256", typ: "JWT" })
      .setIssuer(key.client_email)
      .setAudience(key.token_uri)
      .setIssuedAt()
      .setExpirationTime("1h")
      .sign(await importPKCS8(key.private_key, "RS256"));
    const text = await sendRequest(key.token_uri, {
      method: "POST",
      body: new URLSearchParams({ grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion }),
    });
    return readJson(accessToken, text);
  });
  const headers = async () => ({ authorization: `Bearer ${await getToken()}` });

  return (id, clock) => {
    const base = `${apiUrl}/calendar/v3/calendars/${encodeURIComponent(id)}/events`;
    const instantOf = (at: z.output<typeof time>) =>
      "dateTime" in at ? new Date(at.dateTime) : clock.instantOf(at.date, "00:00:00");
    const toEntry = (one: z.output<typeof event>): CalendarEntry => ({
      id: one.id,
      bookingId: bookingOf(one),
      title: one.summary ?? "",
      organizer: one.organizer?.displayName ?? one.organizer?.email ?? "",
      from: instantOf(one.start),
      to: instantOf(one.end),
      isFree: one.transparency === "transparent",
    });
    return {
      async list(range) {
        const query = new URLSearchParams({
          singleEvents: "true",
          timeMin: range.from.toISOString(),
          timeMax: range.to.toISOString(),
          maxResults: String(PAGE),
        });
        const entries: CalendarEntry[] = [];
        for (;;) {
          const text = await sendRequest(`${base}?${query.toString()}`, { headers: await headers() });
          const { items, nextPageToken } = readJson(page, text);
          const found = items.filter(takesRoom).map(toEntry);
          if (found.some(({ from }) => Number.isNaN(from.getTime())))
            throw new CalendarError("not-understood");
          entries.push(...found);
          if (nextPageToken === undefined) return { entries, skipped: [], isWhole: true };
          query.set("pageToken", nextPageToken);
        }
      },
      write: {
        async create(entry) {
          await sendRequest(base, { method: "POST", headers: await headers(), json: bodyOf(entry) });
        },
        async update(eventId, entry) {
          const address = `${base}/${encodeURIComponent(eventId)}`;
          await sendRequest(address, { method: "PATCH", headers: await headers(), json: bodyOf(entry) });
        },
        async remove(eventId) {
          const address = `${base}/${encodeURIComponent(eventId)}`;
          await sendRequest(address, { method: "DELETE", headers: await headers(), accepted: [404, 410] });
        },
      },
    };
  };
}

const bodyOf = ({ bookingId, title, from, to }: EntryOfBooking) => ({
  summary: title,
  transparency: "opaque",
  start: { dateTime: from.toISOString() },
  end: { dateTime: to.toISOString() },
  extendedProperties: { private: { verandah: String(bookingId) } },
});

function bookingOf({ extendedProperties }: z.output<typeof event>): number | null {
  const own = extendedProperties?.private?.verandah;
  return own === undefined ? null : Number(own);
}

const isDeclined = ({ attendees }: z.output<typeof event>) =>
  attendees?.some(({ self, responseStatus }) => self && responseStatus === "declined") ?? false;

const takesRoom = (one: z.output<typeof event>) =>
  one.status !== "cancelled" &&
  (bookingOf(one) !== null || (one.transparency !== "transparent" && !isDeclined(one)));
