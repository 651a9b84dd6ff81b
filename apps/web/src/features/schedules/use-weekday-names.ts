import { useLingui } from "@lingui/react/macro";

/** Any Sunday. */
const SUNDAY_MS = Date.UTC(2026, 0, 4);
const DAY_MS = 86_400_000;

/** Names of the weekdays in the user's language, Sunday first. */
export function useWeekdayNames(): string[] {
  const { i18n } = useLingui();
  const format = new Intl.DateTimeFormat(i18n.locale, { weekday: "long", timeZone: "UTC" });
  return Array.from({ length: 7 }, (_, weekday) => format.format(SUNDAY_MS + weekday * DAY_MS));
}
