import type { WallClock } from "@verandah/time/wall-clock.ts";

import { createPublicFetch } from "#core/http/public-fetch.ts";
import { runInThread } from "#core/thread.ts";

import type { IcalJob } from "./ical-worker.ts";
import { CalendarError, type CalendarReading, type OutsideCalendar, readAnswer } from "./outside-calendar.ts";

/** Limits of time and memory for one feed. */
const READ_MAX_MS = 10_000;
const READ_MAX_MEGABYTE = 512;

const program = new URL("ical-worker.ts", import.meta.url);

/**
 * Opens iCalendar feeds, which are read-only. A separate thread reads each. Local times without a zone are in `timeZone`. A feed in a
 * private network is read only if the network is one of `networks`. Source: RFC 5545.
 */
export function openIcal({ networks, maxMs = READ_MAX_MS }: { networks: readonly string[]; maxMs?: number }) {
  const fetchPublic = createPublicFetch(networks);
  return (address: string, _clock: WallClock, timeZone: string): OutsideCalendar => ({
    async list(range) {
      const text = await readAnswer((signal) => fetchPublic(address, { signal }));
      const job: IcalJob = { text, range, timeZone };
      try {
        return await runInThread<CalendarReading>(program, job, { maxMs, maxMegabyte: READ_MAX_MEGABYTE });
      } catch (error) {
        throw new CalendarError("not-understood", { cause: error });
      }
    },
  });
}
