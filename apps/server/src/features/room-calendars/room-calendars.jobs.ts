import { readFileSync } from "node:fs";

import type { Ctx } from "#core/ctx.ts";
import type { DueLook } from "#core/jobs/due-look.ts";
import type { Settings } from "#core/settings.ts";

import { type Calendars, isCalendarDue, syncCalendars } from "./calendar-sync.service.ts";
import { googleKey, openGoogle } from "./calendars/google-calendar.ts";
import { openGraph } from "./calendars/graph-calendar.ts";
import { openIcal } from "./calendars/ical-calendar.ts";

/** The calendars to which the settings give access. @throws Error for a key file that cannot be read */
export function calendarsOf(settings: Settings): Calendars {
  const { GRAPH_TENANT_ID: tenant, GRAPH_CLIENT_ID: clientId, GRAPH_CLIENT_SECRET: clientSecret } = settings;
  const file = settings.GOOGLE_KEY_FILE;
  return {
    ical: openIcal({ networks: settings.CALENDAR_NETWORKS }),
    ...(tenant && clientId && clientSecret && { graph: openGraph({ tenant, clientId, clientSecret }) }),
    ...(file && { google: openGoogle(googleKey.parse(JSON.parse(readFileSync(file, "utf8")))) }),
  };
}

/** Synchronises the outside calendars of rooms. Several servers may run this at the same time. */
export const startRoomCalendarJobs = (ctx: Ctx, calendars: Calendars, look: DueLook): AsyncDisposable =>
  look.repeat("room calendars", isCalendarDue, () => syncCalendars(ctx, calendars));
