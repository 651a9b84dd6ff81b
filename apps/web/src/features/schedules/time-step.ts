import { SCHEDULE_STEP_MINUTES } from "@verandah/contract/schedules/schedule-forms.ts";

const twoDigits = (value: number) => String(value).padStart(2, "0");

/** The step of 15 minutes that a time lies in; the last minute of the day stays, as there is no 24:00. */
export function onTheStep(time: string): string {
  const [hours, minutes] = time.split(":").map(Number);
  if (hours === undefined || minutes === undefined || time.startsWith("23:59")) return time.slice(0, 5);
  return `${twoDigits(hours)}:${twoDigits(Math.floor(minutes / SCHEDULE_STEP_MINUTES) * SCHEDULE_STEP_MINUTES)}`;
}
