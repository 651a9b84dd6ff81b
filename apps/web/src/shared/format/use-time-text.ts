import { useSession } from "#data/query/session.ts";

import { useNow } from "../use-now.ts";
import { ageText, durationText, momentText } from "./time.ts";

/** Young ages are shown in seconds. */
const AGE_REFRESH_MS = 5_000;

/** How long ago an instant was, e.g. `4 min ago`; it stays true while it is shown. */
export function useAgeText(refreshMs = AGE_REFRESH_MS): (instant: string | number) => string {
  const nowMs = useNow(refreshMs);
  return (instant) => ageText(instant, nowMs);
}

/** How long something lasted, or has lasted until now without an end, e.g. `2 h 14 min`. */
export function useDurationText(refreshMs?: number): (from: string, to?: string | null) => string {
  const nowMs = useNow(refreshMs);
  return (from, to) => durationText((to == null ? nowMs : Date.parse(to)) - Date.parse(from));
}

/** An instant in the time zone of the campus: the time alone while it is of today, otherwise the day before it. */
export function useMomentText(): (instant: string) => string {
  const nowMs = useNow();
  const { campus } = useSession();
  return (instant) => momentText(instant, nowMs, campus.timeZone);
}
