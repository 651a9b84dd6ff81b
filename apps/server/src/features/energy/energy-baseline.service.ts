import type { getEnergyBaseline as baselineRoute } from "@verandah/contract/energy/energy-overview.ts";
import { OUTDOOR_TEMPERATURE, weatherStation } from "@verandah/equipment/types/weather-station.ts";
import { addDays, type WallClock } from "@verandah/time/wall-clock.ts";
import { createIsWorkday } from "@verandah/time/workdays.ts";

import type { ActorCtx, Service } from "#core/ctx.ts";
import { getEnergySettings } from "#features/campuses/energy-settings.service.ts";
import { listHolidays } from "#features/schedules/special-days/schedule-days.service.ts";
import { listPlacedValues, listTrendOf } from "#features/telemetry/telemetry.service.ts";

import type { Baseline, BaselineDay } from "./baseline.ts";
import { midnightsOf, periodOf } from "./energy-period.ts";
import { sumOf } from "./energy-sums.ts";
import { createHourOf, getMeteredPlace, loadQuarters } from "./meters.service.ts";

/** Days before a change from which a model is made. */
const MODEL_DAYS_MAX = 90;
/** A day counts when at least this part of it has readings, %. */
const COVERAGE_MIN_PERCENT = 95;
const HOUR_MS = 3_600_000;
/** Hours with a temperature that a day's mean needs. */
const WEATHER_HOURS_MIN = 20;

/** The mean outdoor temperature of days, °C; days with too few readings are missing. */
async function loadCelsius(
  ctx: ActorCtx,
  clock: WallClock,
  from: string,
  to: string,
): Promise<Map<string, number>> {
  const [station] = await listPlacedValues(ctx, [OUTDOOR_TEMPERATURE], {
    campusId: ctx.actor.campusId,
    deviceTypes: [weatherStation.type],
  });
  const midnights = midnightsOf(clock, from, to);
  const [first, last] = [midnights[0], midnights.at(-1)];
  if (!station || !first || !last) return new Map();
  const range = { from: first, to: last, bucketMs: HOUR_MS };
  const byDay = Map.groupBy(await listTrendOf(ctx, station.pointId, range), ({ at }) => clock.read(at).day);
  return new Map(
    [...byDay]
      .filter(([, hours]) => hours.length >= WEATHER_HOURS_MIN)
      .map(([day, hours]) => [day, hours.reduce((sum, { avg }) => sum + avg, 0) / hours.length]),
  );
}

type CostedDay = BaselineDay & { rupees: number | null };

/** Costs of the days that used less than expected, at their mean price, ₹. */
function savedOf(baseline: Baseline, days: readonly CostedDay[]) {
  const expected = days.reduce((sum, day) => sum + baseline.expect(day), 0);
  const actual = days.reduce((sum, { kilowattHour }) => sum + kilowattHour, 0);
  const rupees = days.reduce<number | null>(
    (sum, day) => (sum === null || day.rupees === null ? null : sum + day.rupees),
    0,
  );
  const saved = expected - actual;
  return {
    days: days.length,
    kilowattHour: saved,
    uncertaintyKilowattHour: baseline.uncertaintyOf(days),
    percent: expected > 0 ? (100 * saved) / expected : 0,
    rupees: rupees === null || actual <= 0 ? null : (saved * rupees) / actual,
  };
}

const round = (value: number, digits: number) => Number(value.toFixed(digits));

/** The measured energy of each day, and its expected energy from the days before. @throws AppError `not-found`, `input-invalid` */
export const getEnergyBaseline: Service<typeof baselineRoute> = async (ctx, input) => {
  const { clock, place, summed } = await getMeteredPlace(ctx, input.id);
  const period = periodOf(ctx, clock, input);
  const firstDay = addDays(period.from, -MODEL_DAYS_MAX);
  const midnights = midnightsOf(clock, firstDay, period.to);
  const fromMs = midnights[0]?.getTime() ?? 0;
  const [{ DAYS_NEEDED, fitBaseline, heldOutErrorOf }, quarters, celsius, holidays, { tariff }] =
    await Promise.all([
      // Only where it is used: its library costs memory.
      import("./baseline.ts"),
      loadQuarters(ctx, summed, { fromMs, toMs: period.toMs }),
      loadCelsius(ctx, clock, firstDay, period.to),
      listHolidays(ctx, place.buildingId ?? place.id, { from: firstDay, to: period.to }),
      getEnergySettings(ctx),
    ]);
  const isWorkday = createIsWorkday(holidays);
  const hourOf = createHourOf(clock);
  const meters = summed.map(({ pointId }) => quarters.get(pointId) ?? []);
  const all = midnights.slice(0, -1).flatMap((midnight, at) => {
    const [startMs, endMs] = [midnight.getTime(), midnights[at + 1]?.getTime() ?? 0];
    // A day that is not over has used less than a whole day.
    if (endMs > ctx.now().getTime()) return [];
    const day = addDays(firstDay, at);
    const sum = sumOf(meters, { fromMs: startMs, toMs: endMs, tariff, hourOf });
    const isKnown = sum.coveragePercent >= COVERAGE_MIN_PERCENT;
    const actual = isKnown ? sum.kilowattHour : null;
    return [
      { day, actual, celsius: celsius.get(day) ?? null, isWorkday: isWorkday(day), rupees: sum.rupees },
    ];
  });
  const known = all.flatMap(({ actual, celsius: mean, ...rest }): CostedDay[] =>
    actual === null || mean === null ? [] : [{ ...rest, kilowattHour: actual, celsius: mean }],
  );
  const before = known.filter(({ day }) => day < period.from);
  const compared = known.filter(({ day }) => day >= period.from);
  const baseline = fitBaseline(before);
  const days = all
    .filter(({ day }) => day >= period.from)
    .map(({ day, actual, celsius: mean, isWorkday: works }) => ({
      day,
      actual,
      expected: baseline && mean !== null ? baseline.expect({ celsius: mean, isWorkday: works }) : null,
    }));
  const reason = summed.length === 0 ? "no-meters" : celsius.size === 0 ? "no-weather" : "few-days";
  return {
    model: baseline
      ? {
          from: before[0]?.day ?? period.from,
          to: before.at(-1)?.day ?? period.from,
          days: before.length,
          baseCelsius: baseline.form.baseCelsius,
          kilowattHourPerDegreeDay: round(baseline.slope, 2),
          r2: round(baseline.r2, 3),
          cvrmsePercent: round(baseline.cvrmsePercent, 1),
          heldOutPercent: heldOutErrorOf(before),
        }
      : null,
    reason: baseline ? null : reason,
    daysKnown: before.length,
    daysNeeded: DAYS_NEEDED,
    days,
    saved: baseline && compared.length > 0 ? savedOf(baseline, compared) : null,
  };
};
