import { useLingui } from "@lingui/react/macro";
import type { CalendarKind } from "@verandah/contract/room-calendars.ts";

export function useKindNames(): Record<CalendarKind, string> {
  const { t } = useLingui();
  return { ical: t`iCalendar feed`, graph: t`Microsoft 365`, google: t`Google Calendar` };
}
