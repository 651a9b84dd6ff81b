import type { WallClock } from "@verandah/time/wall-clock.ts";

import { runInThread } from "#core/thread.ts";

import type { IcalJob } from "./ical-worker.ts";
import { sendRequest, CalendarError, type CalendarEntry, type OutsideCalendar } from "./outside-calendar.ts";

/** Limits of time and memory for one feed, because some recurrence rules never end. The largest answer takes about two seconds and 400 MB. */
const READ_MAX_MS = 10_000;
const READ_MAX_MEGABYTE = 512;

const program = new URL("ical-worker.ts", import.meta.url);

/** Opens an iCalendar feed, which is read-only. A separate thread reads it. Local times without a zone are in `timeZone`. Source: RFC 5545. */
export const openIcal = (
  address: string,
  _clock: WallClock,
  timeZone: string,
  maxMs = READ_MAX_MS,
): OutsideCalendar => ({
  async list(range) {
    const job: IcalJob = { text: await sendRequest(address), range, timeZone };
    try {
      return await runInThread<CalendarEntry[]>(program, job, { maxMs, maxMegabyte: READ_MAX_MEGABYTE });
    } catch (error) {
      throw new CalendarError("not-understood", { cause: error });
    }
  },
});
