import { expect, test } from "vitest";

import { warmUpMinutes } from "./warm-up.service.ts";

const at = (minute: number) => new Date(Date.parse("2026-01-05T00:00:00Z") + minute * 60_000);
const DAY = 1_440;

/** Days on which the fan starts at 08:00 and the zone comes near 24 °C after so many minutes; null for a day without that. */
function readings(days: (number | null)[]) {
  const fan: { at: Date; avg: number }[] = [];
  const temperature: typeof fan = [];
  const setpoint: typeof fan = [];
  for (const [day, minutes] of days.entries())
    for (let minute = 0; minute < DAY; minute += 5) {
      const time = at(day * DAY + minute);
      const isOn = minute >= 480 && minute < 1_080;
      fan.push({ at: time, avg: isOn ? 1 : 0 });
      const isNear = isOn && minutes !== null && minute >= 480 + minutes;
      temperature.push({ at: time, avg: isNear ? 24.4 : 27 });
      setpoint.push({ at: time, avg: 24 });
    }
  return [fan, temperature, setpoint] as const;
}

test.each([
  ["the median of the starts", [15, 25, 40], 25],
  ["at least ten minutes", [0, 5, 5], 10],
  ["more than an hour", [90, 100, 120], 100],
  ["at most three hours", [170, 180, 180, 190], 180],
  ["half an hour for fewer than three starts", [15, 15], 30],
  ["half an hour when the zone is never near its setpoint", [null, null, null, null], 30],
])("a room needs %s", (_what, days, minutes) => {
  expect(warmUpMinutes(...readings(days))).toBe(minutes);
});
