import type { exportEnergy as exportRoute } from "@verandah/contract/energy/energy-overview.ts";
import type { InputOf } from "@verandah/contract/route.ts";
import { msg } from "@verandah/texts/msg.ts";
import { translate } from "@verandah/texts/translate.ts";
import { addDays } from "@verandah/time/wall-clock.ts";

import type { ActorCtx } from "#core/ctx.ts";
import type { Db } from "#core/db.ts";
import { getEnergySettings } from "#features/campuses/energy-settings.service.ts";
import { type TableFile, tableFile } from "#features/reports/export/reports-export.service.ts";

import { midnightsOf, periodOf } from "./energy-period.ts";
import { sumOf } from "./energy-sums.ts";
import { createHourOf, getMeteredPlace, loadQuarters } from "./meters.service.ts";

const columns = [
  { name: "Date", kind: "date" },
  { name: "Floor", kind: "text" },
  { name: "Meter", kind: "text" },
  { name: "Energy (kWh)", kind: "number" },
  { name: "Estimated part (kWh)", kind: "number" },
  { name: "Readings cover (%)", kind: "number" },
  { name: "Cost (INR)", kind: "number" },
  { name: "Carbon (kg)", kind: "number" },
] as const;

const round = (value: number | null) => (value === null ? null : Number(value.toFixed(3)));

/** Every meter of a building or floor by day, as a file. @throws AppError `not-found`, `input-invalid` */
export async function exportEnergy(
  ctx: ActorCtx,
  exportDb: Db,
  input: InputOf<typeof exportRoute>,
): Promise<TableFile> {
  const [{ clock, meters, floors, place }, { tariff, carbonKilogramPerKilowattHour }] = await Promise.all([
    getMeteredPlace(ctx, input.id),
    getEnergySettings(ctx),
  ]);
  const period = periodOf(ctx, clock, input);
  const quarters = await loadQuarters({ ...ctx, db: exportDb }, meters, period);
  const hourOf = createHourOf(clock);
  const edges = midnightsOf(clock, period.from, period.to);
  const floorName = (id: number | null) => [place, ...floors].find((floor) => floor.id === id)?.name ?? "";
  const rows = edges.slice(0, -1).flatMap((edge, at) =>
    meters.map(({ name, floorId, pointId }) => {
      const sum = sumOf([quarters.get(pointId) ?? []], {
        fromMs: edge.getTime(),
        toMs: Math.min(edges[at + 1]?.getTime() ?? 0, period.toMs),
        tariff,
        hourOf,
      });
      return {
        Date: addDays(period.from, at),
        Floor: floorName(floorId),
        Meter: name,
        "Energy (kWh)": round(sum.kilowattHour),
        "Estimated part (kWh)": round(sum.estimatedKilowattHour),
        "Readings cover (%)": round(sum.coveragePercent),
        "Cost (INR)": round(sum.rupees),
        "Carbon (kg)": round(
          sum.kilowattHour === null ? null : sum.kilowattHour * carbonKilogramPerKilowattHour,
        ),
      };
    }),
  );
  return tableFile({
    name: `energy-${period.from}-${period.to}`,
    title: translate(input.language, msg`Energy`),
    format: input.format,
    language: input.language,
    columns,
    batches: [rows],
  });
}
