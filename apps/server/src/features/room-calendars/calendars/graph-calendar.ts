import { randomUUID } from "node:crypto";

import type { WallClock } from "@verandah/time/wall-clock.ts";
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

/** An application of Microsoft Entra that may read and write the calendars of the rooms. */
export interface GraphAccess {
  tenant: string;
  clientId: string;
  clientSecret: string;
  /** Tests set both addresses to a local server. */
  loginUrl?: string;
  graphUrl?: string;
}

const LOGIN_URL = "https://login.microsoftonline.com";
const GRAPH_URL = "https://graph.microsoft.com";
/** Prefix of the transaction id of each entry that the product makes, before the id of the booking. */
const OWN = "verandah-";
const PAGE = 200;

const localTime = z.object({ dateTime: z.string() });
const event = z.object({
  id: z.string(),
  subject: z.string().nullish(),
  transactionId: z.string().nullish(),
  isCancelled: z.boolean().nullish(),
  showAs: z.string().nullish(),
  responseStatus: z.object({ response: z.string().nullish() }).nullish(),
  organizer: z
    .object({ emailAddress: z.object({ name: z.string().nullish(), address: z.string().nullish() }) })
    .nullish(),
  start: localTime,
  end: localTime,
});
const page = z.object({ value: z.array(event), "@odata.nextLink": z.string().optional() });

/** Opens mailboxes of Microsoft 365 with one access. Source: Microsoft Graph v1.0, calendarView and event. */
export function openGraph(
  access: GraphAccess,
): (mailbox: string, clock: WallClock, timeZone: string) => OutsideCalendar {
  const { loginUrl = LOGIN_URL, graphUrl = GRAPH_URL } = access;
  const getToken = cacheToken(async () => {
    const text = await sendRequest(`${loginUrl}/${encodeURIComponent(access.tenant)}/oauth2/v2.0/token`, {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "client_credentials",
        client_id: access.clientId,
        client_secret: access.clientSecret,
        scope: `${GRAPH_URL}/.default`,
      }),
    });
    return readJson(accessToken, text);
  });

  return (mailbox, clock, timeZone) => {
    const base = `${graphUrl}/v1.0/users/${encodeURIComponent(mailbox)}`;
    const headers = async () => ({
      authorization: `Bearer ${await getToken()}`,
      // In the time zone of the campus, an all-day entry is a day of the campus.
      prefer: `outlook.timezone="${timeZone}", odata.maxpagesize=${PAGE}`,
    });
    const instantOf = ({ dateTime }: z.output<typeof localTime>) => {
      const [day = "", time = ""] = dateTime.split("T");
      return clock.instantOf(day, time.slice(0, 8));
    };
    const toEntry = (one: z.output<typeof event>): CalendarEntry => ({
      id: one.id,
      bookingId: bookingOf(one),
      title: one.subject ?? "",
      organizer: one.organizer?.emailAddress.name ?? one.organizer?.emailAddress.address ?? "",
      from: instantOf(one.start),
      to: instantOf(one.end),
      isFree: one.showAs === "free",
    });
    return {
      async list(range) {
        const query = new URLSearchParams({
          startDateTime: range.from.toISOString(),
          endDateTime: range.to.toISOString(),
          $select: "id,subject,transactionId,isCancelled,showAs,responseStatus,organizer,start,end",
        });
        const entries: CalendarEntry[] = [];
        let next: string | undefined = `${base}/calendarView?${query.toString()}`;
        while (next) {
          const answer: z.output<typeof page> = readJson(
            page,
            await sendRequest(next, { headers: await headers() }),
          );
          entries.push(...answer.value.filter(takesRoom).map(toEntry));
          next = answer["@odata.nextLink"];
          // The access token must not be sent to another server.
          if (next && new URL(next).origin !== new URL(graphUrl).origin)
            throw new CalendarError("not-understood");
        }
        return { entries, skipped: [], isWhole: true };
      },
      write: {
        async create(entry) {
          await sendRequest(`${base}/events`, {
            method: "POST",
            headers: await headers(),
            json: bodyOf(entry),
          });
        },
        async update(id, entry) {
          // The transaction id of an event cannot change.
          const { transactionId: _id, ...change } = bodyOf(entry);
          const address = `${base}/events/${encodeURIComponent(id)}`;
          await sendRequest(address, { method: "PATCH", headers: await headers(), json: change });
        },
        async remove(id) {
          const address = `${base}/events/${encodeURIComponent(id)}`;
          await sendRequest(address, { method: "DELETE", headers: await headers(), accepted: [404] });
        },
      },
    };
  };
}

const bodyOf = ({ bookingId, title, from, to }: EntryOfBooking) => ({
  subject: title,
  showAs: "busy",
  start: { dateTime: from.toISOString().slice(0, 19), timeZone: "UTC" },
  end: { dateTime: to.toISOString().slice(0, 19), timeZone: "UTC" },
  transactionId: `${OWN}${bookingId}-${randomUUID()}`,
});

const bookingOf = ({ transactionId }: z.output<typeof event>) =>
  transactionId?.startsWith(OWN) ? Number.parseInt(transactionId.slice(OWN.length), 10) : null;

const takesRoom = (one: z.output<typeof event>) =>
  !one.isCancelled &&
  (bookingOf(one) !== null || (one.showAs !== "free" && one.responseStatus?.response !== "declined"));
