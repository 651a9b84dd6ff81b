import type { listEnergyFindings as findingsRoute } from "@verandah/contract/energy/energy-overview.ts";
import { energyMeter } from "@verandah/equipment/types/energy-meter.ts";

import type { Service } from "#core/ctx.ts";
import { listAlarmsIn } from "#features/alarms/alarms.service.ts";
import { getEnergySettings } from "#features/campuses/energy-settings.service.ts";

import { periodOf } from "./energy-period.ts";
import { sumOf } from "./energy-sums.ts";
import { createHourOf, getMeteredPlace, loadQuarters } from "./meters.service.ts";
import type { Quarter } from "./quarters.ts";
import { QUARTER_MS } from "./quarters.ts";

const HOUR_MS = 3_600_000;

/** Energy that empty floors used above their limit in a period, newest first. @throws AppError `not-found`, `input-invalid` */
export const listEnergyFindings: Service<typeof findingsRoute> = async (ctx, input) => {
  const [{ place, clock, floors, meters }, { tariff }] = await Promise.all([
    getMeteredPlace(ctx, input.id),
    getEnergySettings(ctx),
  ]);
  const period = periodOf(ctx, clock, input);
  const places = [place, ...floors];
  const alarms = await listAlarmsIn(ctx, {
    code: energyMeter.alarms["energy-wasted"].code,
    locationIds: places.map(({ id }) => id),
    from: new Date(period.fromMs),
    to: new Date(period.toMs),
  });
  const quarters = await loadQuarters(ctx, meters, period);
  const hourOf = createHourOf(clock);
  return alarms.map(({ id, locationId, raisedAt, restoredAt, limit }) => {
    const limitKilowatt = (limit ?? 0) / 1_000;
    const fromMs = Math.max(period.fromMs, Math.floor(raisedAt.getTime() / QUARTER_MS) * QUARTER_MS);
    const toMs = Math.min(period.toMs, restoredAt?.getTime() ?? period.toMs);
    const own = meters.filter(({ floorId }) => floorId === locationId);
    const options = { fromMs, toMs, tariff, hourOf };
    const sums = own.map((meter) => ({
      name: meter.name,
      sum: sumOf([quarters.get(meter.pointId) ?? []], options),
    }));
    const [most] = sums.toSorted((one, other) => (other.sum.kilowattHour ?? 0) - (one.sum.kilowattHour ?? 0));
    const wasted = sumOf(
      [
        wasteOf(
          own.map(({ pointId }) => quarters.get(pointId) ?? []),
          limitKilowatt,
        ),
      ],
      options,
    );
    return {
      alarmId: id,
      placeId: locationId,
      place: places.find((one) => one.id === locationId)?.name ?? "",
      from: raisedAt.toISOString(),
      to: restoredAt?.toISOString() ?? null,
      limitKilowatt,
      kilowattHour: wasted.kilowattHour,
      rupees: wasted.rupees,
      meter: most && most.sum.kilowattHour !== null ? most.name : null,
    };
  });
};

/**
 * Energy of several meters above a limit, per quarter. Estimated quarters are left out, because the occupancy of the floor is unknown too.
 */
function wasteOf(meters: readonly (readonly Quarter[])[], limitKilowatt: number): Quarter[] {
  const inOrder = meters.flat().toSorted((one, other) => one.at - other.at);
  const byQuarter = Map.groupBy(inOrder, ({ at }) => at);
  return [...byQuarter]
    .filter(([, all]) => all.every(({ isEstimated }) => !isEstimated))
    .map(([at, all]) => ({
      at,
      kilowattHour: Math.max(
        0,
        all.reduce((sum, { kilowattHour }) => sum + kilowattHour, 0) - (limitKilowatt * QUARTER_MS) / HOUR_MS,
      ),
      isEstimated: false,
    }));
}
