import type { CalendarProblem, SkippedEntry } from "@verandah/contract/room-calendars.ts";
import { z } from "zod";

import { PrivateAddressError, type PublicFetch } from "#core/http/public-fetch.ts";

export interface CalendarEntry {
  id: string;
  /** The booking for which the product made the entry; null for an entry that was made in the calendar. */
  bookingId: number | null;
  title: string;
  /** Whether a person changed an entry of the product to "free". The synchronisation changes it back. */
  isFree: boolean;
  /** The organizer; empty when the calendar does not contain it. */
  organizer: string;
  from: Date;
  to: Date;
}

/** Maximum number of entries of one calendar that take its room: 55 on each of 90 days. */
export const ENTRIES_MAX = 5_000;

/** What a calendar has in a range. */
export interface CalendarReading {
  /** More than `ENTRIES_MAX` if it has too many; not all of them then. */
  entries: CalendarEntry[];
  /** Entries that cannot be read. */
  skipped: SkippedEntry[];
  /** False for an answer that ends too early: entries that are not in it may still exist. */
  isWhole: boolean;
}

/** A booking as an entry of an outside calendar. */
export interface EntryOfBooking {
  bookingId: number;
  title: string;
  from: Date;
  to: Date;
}

/** One calendar outside the product. Each method throws CalendarError. */
export interface OutsideCalendar {
  /**
   * Entries that take the room in a part of the range, and the entries of the product. A repeated entry is in the list once for each of its
   * times.
   */
  list(range: { from: Date; to: Date }): Promise<CalendarReading>;
  /** Undefined for a read-only calendar. */
  write?: {
    /** Creates an entry. `list` then returns the entry with the id of its booking. */
    create(entry: EntryOfBooking): Promise<void>;
    update(id: string, entry: EntryOfBooking): Promise<void>;
    /** Removes an entry. An entry that no longer exists is not an error. */
    remove(id: string): Promise<void>;
  };
}

/** An outside calendar could not be read or written. */
export class CalendarError extends Error {
  override name = "CalendarError";
  readonly problem: CalendarProblem;
  constructor(problem: CalendarProblem, options?: ErrorOptions) {
    super(`The outside calendar: ${problem}`, options);
    this.problem = problem;
  }
}

type Answer = Awaited<ReturnType<PublicFetch>>;

const ANSWER_TIMEOUT_MS = 15_000;
/** Largest answer, characters. */
const ANSWER_MAX = 10_000_000;

/** Sends one request to a vendor, with `json` as the body if it is given. Status codes in `accepted` are not errors. @throws CalendarError */
export function sendRequest(
  address: string,
  {
    accepted = [],
    json,
    headers = {},
    ...init
  }: Omit<RequestInit, "headers"> & {
    accepted?: readonly number[];
    json?: object;
    headers?: Record<string, string>;
  } = {},
): Promise<string> {
  const body = json && { body: JSON.stringify(json) };
  const type = json && { "content-type": "application/json" };
  const request = { ...init, ...body, headers: { ...headers, ...type } };
  return readAnswer((signal) => fetch(address, { ...request, signal }), accepted);
}

/** The text of an answer. Status codes in `accepted` are not errors. @throws CalendarError */
export async function readAnswer(
  send: (signal: AbortSignal) => Promise<Answer>,
  accepted: readonly number[] = [],
): Promise<string> {
  let response: Answer;
  let text: string;
  try {
    response = await send(AbortSignal.timeout(ANSWER_TIMEOUT_MS));
    text = await readText(response);
  } catch (error) {
    if (error instanceof CalendarError) throw error;
    const isPrivate = error instanceof Error && error.cause instanceof PrivateAddressError;
    throw new CalendarError(isPrivate ? "private-address" : "unreachable", { cause: error });
  }
  const { status, ok } = response;
  if (ok || accepted.includes(status)) return text;
  if (status === 404 || status === 410) throw new CalendarError("not-found");
  throw new CalendarError(status >= 500 || status === 429 ? "unreachable" : "refused");
}

async function readText(response: Answer): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > ANSWER_MAX) throw new CalendarError("not-understood");
  }
  return text + decoder.decode();
}

/** Parses an answer. @throws CalendarError for an answer that does not match `schema` */
export function readJson<T>(schema: z.ZodType<T>, text: string): T {
  try {
    return schema.parse(JSON.parse(text));
  } catch (error) {
    throw new CalendarError("not-understood", { cause: error });
  }
}

/** `expires_in` is in seconds. Source: RFC 6749 §5.1. */
export const accessToken = z.object({ access_token: z.string(), expires_in: z.number() });

const MINUTE_MS = 60_000;
const isCurrent = (until: number) => Date.now() < until - MINUTE_MS;

/** Caches an access token until a minute before it expires. */
export function cacheToken(fetchToken: () => Promise<z.output<typeof accessToken>>): () => Promise<string> {
  let cached: { token: string; until: number } | undefined;
  return async () => {
    if (cached && isCurrent(cached.until)) return cached.token;
    const { access_token: token, expires_in: seconds } = await fetchToken();
    cached = { token, until: Date.now() + seconds * 1_000 };
    return token;
  };
}
