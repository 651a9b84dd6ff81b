import type { WallClock } from "@verandah/time/wall-clock.ts";

import { runInThread } from "#core/thread.ts";

import type { IcalJob } from "./ical-worker.ts";
import { ask, CalendarError, type CalendarEntry, type OutsideCalendar } from "./outside-calendar.ts";

/** Limits of time and memory for one feed; some rules of repetition never end. The largest answer takes some two seconds and 400 MB. */
const READ_MAX_MS = 10_000;
const READ_MAX_MEGABYTE = 512;

const program = new URL("ical-worker.ts", import.meta.url);

/** A feed of iCalendar, which is only read, in a thread. Local times without a zone are in `timeZone`. Source: RFC 5545. */
export const openIcal = (
  address: string,
  _clock: WallClock,
  timeZone: string,
  maxMs = READ_MAX_MS,
): OutsideCalendar => ({
  async list(range) {
    const job: IcalJob = { text: await ask(address), range, timeZone };
    try {
      return await runInThread<CalendarEntry[]>(program, job, { maxMs, maxMegabyte: READ_MAX_MEGABYTE });
    } catch (error) {
      throw new CalendarError("not-understood", { cause: error });
    }
  },
});
