import type { RecurringSchedule } from "@verandah/contract/schedules/schedule-forms.ts";

const everyDay = { weekData: [0, 1, 2, 3, 4, 5, 6], setbackCelsius: null };

/** Weekly defaults of a building: on all day, and never on. */
export const whole: RecurringSchedule = { timeData: [{ ON: "00:00", OFF: "23:59" }], ...everyDay };
export const never: RecurringSchedule = { timeData: [], ...everyDay };
