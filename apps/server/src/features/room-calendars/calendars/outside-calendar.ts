import type { CalendarProblem } from "@verandah/contract/room-calendars.ts";
import { z } from "zod";

export interface CalendarEntry {
  id: string;
  /** The booking that it was made for by the product; null for one that was made in the calendar. */
  bookingId: number | null;
  title: string;
  /** A free entry is the product's own: people changed it, and it should take the room again. */
  isFree: boolean;
  /** The organiser; empty when the calendar does not contain it. */
  organizer: string;
  from: Date;
  to: Date;
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
  /** Entries that take the room in a part of the range, and the product's own; a repeated one once for each time. */
  list(range: { from: Date; to: Date }): Promise<CalendarEntry[]>;
  /** Undefined for a calendar that is only read. */
  write?: {
    /** `list` gives the new entry with the id of its booking. */
    create(entry: EntryOfBooking): Promise<void>;
    update(id: string, entry: EntryOfBooking): Promise<void>;
    /** One that does not exist any more is no error. */
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

const ANSWER_MS = 15_000;
/** Largest answer, characters. */
const ANSWER_MAX = 10_000_000;

/** Sends one request, with a body of `json` if there is one. `accepted`: refusals that are answers. @throws CalendarError */
export async function ask(
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
  let response: Response;
  let text: string;
  try {
    response = await fetch(address, {
      ...init,
      ...(json
        ? { body: JSON.stringify(json), headers: { ...headers, "content-type": "application/json" } }
        : { headers }),
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    text = await readText(response);
  } catch (error) {
    throw error instanceof CalendarError ? error : new CalendarError("unreachable", { cause: error });
  }
  const { status, ok } = response;
  if (ok || accepted.includes(status)) return text;
  if (status === 404 || status === 410) throw new CalendarError("not-found");
  throw new CalendarError(status >= 500 || status === 429 ? "unreachable" : "refused");
}

async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > ANSWER_MAX) throw new CalendarError("not-understood");
  }
  return text + decoder.decode();
}

/** @throws CalendarError for an answer of another shape */
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
export function keepToken(fetchToken: () => Promise<z.output<typeof accessToken>>): () => Promise<string> {
  let kept: { token: string; until: number } | undefined;
  return async () => {
    if (kept && isCurrent(kept.until)) return kept.token;
    const { access_token: token, expires_in: seconds } = await fetchToken();
    kept = { token, until: Date.now() + seconds * 1_000 };
    return token;
  };
}
