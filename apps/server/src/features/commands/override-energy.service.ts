import type { EnergyUnknown } from "@verandah/contract/commands/overrides.ts";
import { levelCommands, lightCommands } from "@verandah/equipment/light-group.ts";
import { ahu, ahuSwitch, RETURN_AIR, SUPPLY_AIR, VFD_SPEED } from "@verandah/equipment/types/ahu.ts";
import { chiller, CHILLER_POWER } from "@verandah/equipment/types/chiller.ts";

import type { Ctx } from "#core/ctx.ts";
import { presentStep } from "#core/reply-times.ts";
import { listPlacedValues, listTrendOf } from "#features/telemetry/telemetry.service.ts";

import { listScheduledValues, type OverrideRow } from "./overrides.repository.ts";

const unitPoints = [VFD_SPEED, RETURN_AIR, SUPPLY_AIR] as const;

/** Readings are averaged over this time, ms. */
const BUCKET_MS = 300_000;

/** Share of each bucket in which a unit ran only because of an override, by the start of the bucket, ms. */
type Shares = ReadonlyMap<number, number>;

/**
 * Energy cost of overrides so far, kWh by command id, or why it is unknown.
 *
 * The cost is known for overrides that switch an air handling unit on. It is the unit's share of the chillers' power while the unit would
 * be off by the schedule or, without a schedule, by the state before the override. The chillers' power is divided in proportion to the heat
 * that each unit removes: drive speed times the difference of return and supply air. The fan has no meter and is not included. An override
 * that switches a unit or a light off, or a unit that would run anyway, costs nothing. Short gaps in the readings count as nothing; without
 * any readings the cost is unknown.
 */
export async function estimateEnergies(
  ctx: Ctx,
  buildingId: number,
  overrides: readonly OverrideRow[],
): Promise<Map<string, number | EnergyUnknown>> {
  const nowMs = presentStep(ctx).getTime();
  const energies = new Map<string, number | EnergyUnknown>();
  const running: { row: OverrideRow; shares: Shares }[] = [];
  for (const row of overrides) {
    const isSwitch = row.paramId === ahuSwitch.point;
    if (row.value === 0 && (isSwitch || levelCommands.includes(row.paramId))) energies.set(row.commandId, 0);
    else if (isSwitch) {
      const shares = await offShares(ctx, row, nowMs);
      if (shares) running.push({ row, shares });
      else energies.set(row.commandId, "state-before-unknown");
    } else if (row.kind === "setpoint" && !lightCommands.includes(row.paramId))
      energies.set(row.commandId, "setpoint");
  }
  const firstMs = Math.min(...running.flatMap(({ shares }) => [...shares.keys()]), nowMs);
  const chilled = running.length > 0 ? await listChilled(ctx, buildingId, firstMs, nowMs) : undefined;
  for (const { row, shares } of running) energies.set(row.commandId, energyOf(row, shares, chilled));
  return energies;
}

function energyOf(
  { deviceId }: OverrideRow,
  shares: Shares,
  chilled: ReadonlyMap<number, Chilled> | undefined,
): number | EnergyUnknown {
  if (shares.size === 0) return 0;
  const measured = [...shares].flatMap(([atMs, share]) => {
    const units = chilled?.get(atMs);
    return units ? [{ share, kilowatt: units.get(deviceId) }] : [];
  });
  if (measured.length === 0) return "no-chiller-power";
  if (measured.every(({ kilowatt }) => kilowatt === undefined)) return "no-unit-readings";
  return measured.reduce(
    (sum, { share, kilowatt = 0 }) => sum + (kilowatt * share * BUCKET_MS) / 3_600_000,
    0,
  );
}

/** The part of the chillers' power of each unit with readings, kW by device. */
type Chilled = ReadonlyMap<number, number>;

/** Shares of time since the begin of the override in which the unit would be off without it; undefined when unknown. */
async function offShares(ctx: Ctx, row: OverrideRow, nowMs: number): Promise<Shares | undefined> {
  const scheduled = await listScheduledValues(ctx.db, row.pointId);
  const first = scheduled[0];
  const beforeEndMs = first ? first.from.getTime() : nowMs;
  const sinceMs = row.since.getTime();
  if (row.before === null && (!first || sinceMs < beforeEndMs)) return undefined;
  const spans = [
    ...(row.before === 0 ? [{ fromMs: sinceMs, toMs: beforeEndMs }] : []),
    ...scheduled
      .filter(({ value }) => value === 0)
      .map(({ from, to }) => ({ fromMs: from.getTime(), toMs: to?.getTime() ?? nowMs })),
  ];
  const shares = new Map<number, number>();
  for (const { fromMs, toMs } of spans) {
    const end = Math.min(toMs, nowMs);
    for (let at = Math.max(fromMs, sinceMs); at < end;) {
      const bucket = Math.floor(at / BUCKET_MS) * BUCKET_MS;
      const until = Math.min(bucket + BUCKET_MS, end);
      shares.set(bucket, (shares.get(bucket) ?? 0) + (until - at) / BUCKET_MS);
      at = until;
    }
  }
  return shares;
}

/** The power of the chillers divided among the units, by bucket. Buckets without the power of any chiller are left out. */
async function listChilled(
  ctx: Ctx,
  buildingId: number,
  fromMs: number,
  toMs: number,
): Promise<Map<number, Chilled>> {
  const chillers = await listPlacedValues(ctx, [CHILLER_POWER], { buildingId, deviceTypes: [chiller.type] });
  const units = await listPlacedValues(ctx, unitPoints, { buildingId, deviceTypes: [ahu.type] });
  const range = { from: new Date(fromMs), to: new Date(toMs), bucketMs: BUCKET_MS };
  const trendOf = async (pointId: number) =>
    new Map((await listTrendOf(ctx, pointId, range)).map(({ at, avg }) => [at.getTime(), avg]));
  const powers = await Promise.all(chillers.map(({ pointId }) => trendOf(pointId)));
  const measured = await Promise.all(
    units.map(async ({ deviceId, paramId, pointId }) => ({
      deviceId,
      paramId,
      trend: await trendOf(pointId),
    })),
  );
  const deviceIds = [...new Set(units.map(({ deviceId }) => deviceId))];
  const meanOf = (deviceId: number, paramId: (typeof unitPoints)[number], atMs: number) =>
    measured.find((one) => one.deviceId === deviceId && one.paramId === paramId)?.trend.get(atMs);

  const chilled = new Map<number, Chilled>();
  for (let atMs = fromMs; atMs < toMs; atMs += BUCKET_MS) {
    const known = powers.flatMap((trend) => trend.get(atMs) ?? []);
    if (known.length === 0) continue;
    const kilowatt = known.reduce((sum, power) => sum + power, 0);
    const heats = deviceIds.flatMap((deviceId): [number, number][] => {
      const [speed, returned, supplied] = unitPoints.map((paramId) => meanOf(deviceId, paramId, atMs));
      if (speed === undefined || returned === undefined || supplied === undefined) return [];
      return [[deviceId, speed * Math.max(0, returned - supplied)]];
    });
    const whole = heats.reduce((sum, [, heat]) => sum + heat, 0);
    chilled.set(
      atMs,
      new Map(heats.map(([deviceId, heat]) => [deviceId, whole > 0 ? (kilowatt * heat) / whole : 0])),
    );
  }
  return chilled;
}
