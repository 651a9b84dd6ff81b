import type { ReplyOf } from "@verandah/contract/route.ts";
import type { getRecurringSchedule } from "@verandah/contract/schedules/recurring-schedules.ts";
import { type RecurringSchedule, recurringSchedule } from "@verandah/contract/schedules/schedule-forms.ts";

export interface WeeklyDefault extends RecurringSchedule {
  /** Identifies the default that an update changes. */
  id: number;
  /** The version that the user changed. */
  data: string;
}

/** The weekly default of the user's building; null without a building. */
export function weeklyDefaultOf([first]: ReplyOf<typeof getRecurringSchedule>): WeeklyDefault | null {
  return first ? { ...first, ...recurringSchedule.parse(JSON.parse(first.data)) } : null;
}
