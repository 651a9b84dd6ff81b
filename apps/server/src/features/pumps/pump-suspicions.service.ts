import { isAlarmName } from "@verandah/equipment/catalogue.ts";
import { FAULT, FLOW, MOTOR, POWER, solarPump, WARNING } from "@verandah/equipment/types/solar-pump.ts";
import { IRRADIANCE, weatherStation } from "@verandah/equipment/types/weather-station.ts";

import { isOfShares } from "#core/campus-shares.ts";
import type { Ctx } from "#core/ctx.ts";
import type { SuspicionSource } from "#features/alarms/evaluation/alarm-evaluation.service.ts";
import {
  type AlarmCause,
  causeOfEvent,
  type IsOpen,
  suspectFault,
  type Suspicion,
} from "#features/alarms/evaluation/suspicion.service.ts";
import { listPlacedValues, type PlacedValue, qualityOf } from "#features/telemetry/telemetry.service.ts";

import { historyEndMs, loadHistory, usualIn } from "./pump-history.service.ts";
import { evaluateIrradiance, pumpFormulas, type PumpPeers } from "./pump-rules.ts";
import { type EvaluatedPump, PumpSurroundings } from "./pump-surroundings.ts";
import * as repository from "./pumps.repository.ts";

/** In less sun the powers of pumps differ too much, W/m². */
const IRRADIANCE_MIN = 300;

/** Pumps of one round that were evaluated before. After an outage the values of thousands become too old at once. */
const KNOWN_MAX = 3_000;

/** Pumps that are the evidence for a failed irradiance sensor. */
const PUMPS_SHOWN = 3;

const rules = Object.entries(solarPump.alarms).flatMap(([name, { faults = [], deviceCodes = [] }]) =>
  faults.flatMap((rule) => {
    const evaluate = pumpFormulas[rule.rule];
    return evaluate && isAlarmName(name) ? [{ ...rule, name, evaluate, deviceCodes, texts: faults }] : [];
  }),
);

const nameOfCode = new Map(Object.entries(solarPump.alarms).map(([name, { code }]) => [code, name]));

/** Causes of a fault that a pump itself reports: as an event, and as a reading. */
const causesOfReports = (
  deviceId: number,
  codes: readonly number[],
  warning: PlacedValue | undefined,
): AlarmCause[] =>
  codes.flatMap((code) => {
    const rule = nameOfCode.get(code);
    const isRead = warning !== undefined && rule !== undefined;
    return [
      causeOfEvent(deviceId, code),
      ...(isRead ? [{ subject: { kind: "point" as const, id: warning.pointId }, rule }] : []),
    ];
  });

const deviceTypes: readonly string[] = [solarPump.type, weatherStation.type];

/**
 * The rules of pumps. A round reads the values of the pumps that have changed, are open, or have a value that has become too old, each at
 * most every ten seconds. A finding is used until the pump is read again.
 */
export function createPumpRule(): SuspicionSource {
  const campuses = new Map<number, PumpSurroundings>();
  const at = (campusId: number) => {
    const own = campuses.get(campusId) ?? new PumpSurroundings();
    campuses.set(campusId, own);
    return own;
  };
  return async (ctx, isOpen, devices, shares) => {
    for (const campusId of campuses.keys()) if (!isOfShares(campusId, shares)) campuses.delete(campusId);
    for (const { id, type, campusId } of devices ?? (await repository.listDevicesOf(ctx.db, deviceTypes)))
      if (deviceTypes.includes(type)) at(campusId).waiting.add(id);
    let room = KNOWN_MAX;
    const parts = [...campuses].map(([campusId, campus]) => {
      const { newIds, knownIds } = campus.ready(ctx.now().getTime(), room);
      room -= knownIds.length;
      return { campusId, campus, ids: [...newIds, ...knownIds] };
    });
    const { pumps, suns } = await readPumps(
      ctx,
      parts.flatMap(({ ids }) => ids),
    );
    const campusOf = new Map([...pumps, ...suns].map(({ deviceId, campusId }) => [deviceId, campusId]));
    for (const { campusId, campus, ids } of parts)
      for (const id of ids) if (campusOf.get(id) !== campusId) campus.forget(id);
    for (const value of suns) at(value.campusId).suns.set(value.deviceId, value);
    for (const pump of pumps) at(pump.campusId).keep(pump, ctx.now().getTime());
    const pumpsAt = Map.groupBy(pumps, ({ campusId }) => campusId);
    const sunsAt = Map.groupBy(suns, ({ campusId }) => campusId);
    for (const [campusId, campus] of campuses)
      await evaluateCampus(ctx, isOpen, campus, {
        pumps: pumpsAt.get(campusId) ?? [],
        suns: sunsAt.get(campusId) ?? [],
      });
    return [...campuses.values()].flatMap(({ found }) => [...found.values()].flat());
  };
}

/** Values of pumps and of irradiance, by the ids of their devices. */
async function readPumps(
  ctx: Ctx,
  deviceIds: readonly number[],
): Promise<{ pumps: EvaluatedPump[]; suns: PlacedValue[] }> {
  if (deviceIds.length === 0) return { pumps: [], suns: [] };
  const paramIds = [FLOW, POWER, MOTOR, FAULT, WARNING, IRRADIANCE];
  const values = await listPlacedValues(ctx, paramIds, { deviceTypes, deviceIds });
  const models = await repository.listModels(ctx.db, deviceIds);
  const now = ctx.now();
  const ofPumps = values.filter(({ deviceType }) => deviceType === solarPump.type);
  const pumps = [...Map.groupBy(ofPumps, ({ deviceId }) => deviceId)].map(
    ([deviceId, own]): EvaluatedPump => ({
      deviceId,
      campusId: own[0]?.campusId ?? 0,
      points: new Map(own.map((point) => [point.paramId, point])),
      isSilent: own.every((value) => ["stale", "missing"].includes(qualityOf(value, now))),
      view: new Map(own.filter((point) => isGood(ctx, point)).map((point) => [point.paramId, point.value])),
      group: models.get(deviceId) ?? `device ${deviceId}`,
    }),
  );
  return { pumps, suns: values.filter(({ paramId }) => paramId === IRRADIANCE) };
}

const isGood = (ctx: Ctx, value: PlacedValue) => qualityOf(value, ctx.now()) === "good";

/**
 * Faults of pumps from flow, power and irradiance. Each pump is compared with the running pumps of its model at the campus, or with itself
 * on earlier days where they are too few. A stale or suspect value neither begins nor ends an alarm.
 */
async function evaluateCampus(
  ctx: Ctx,
  isOpen: IsOpen,
  campus: PumpSurroundings,
  { pumps, suns }: { pumps: readonly EvaluatedPump[]; suns: readonly PlacedValue[] },
): Promise<void> {
  const nowMs = ctx.now().getTime();
  campus.count(nowMs);
  const irradiance = [...campus.suns.values()].find((value) => isGood(ctx, value));
  const isBright = irradiance !== undefined && irradiance.value >= IRRADIANCE_MIN;
  const compared = pumps.map((pump) => ({ pump, peers: isBright ? campus.peersOf(pump.group) : undefined }));
  if (isBright) {
    const alone = compared.flatMap(({ pump, peers }) => (peers ? [] : [pump]));
    await loadHistories(ctx, alone, irradiance, campus);
  }
  for (const { pump, peers } of compared) {
    const own = isBright ? usualIn(campus.histories.get(pump.deviceId), irradiance.value) : undefined;
    const around = { peers: peers ?? own, reporting: campus.reporting, irradiance };
    campus.setFound(pump.deviceId, suspectPump(pump, around, isOpen), nowMs);
  }
  for (const value of suns)
    campus.setFound(value.deviceId, await suspectIrradiance(ctx, value, campus.runningIds, isOpen), nowMs);
}

/** An irradiance sensor that shows no sun while pumps run on it. */
async function suspectIrradiance(
  ctx: Ctx,
  irradiance: PlacedValue,
  runningIds: readonly number[],
  isOpen: IsOpen,
): Promise<Suspicion[]> {
  const name = "irradiance-sensor";
  const { faults = [] } = weatherStation.alarms[name];
  const found = isGood(ctx, irradiance) ? evaluateIrradiance(irradiance.value, runningIds.length) : undefined;
  const powers =
    found?.condition === "out"
      ? await listPlacedValues(ctx, [POWER], { deviceTypes, deviceIds: runningIds.slice(0, PUMPS_SHOWN) })
      : [];
  return faults.flatMap((rule) =>
    suspectFault(
      { rule: { ...rule, name }, point: irradiance, found, evidence: [irradiance, ...powers] },
      isOpen,
    ),
  );
}

/** Loads the usual values of running pumps that are not loaded today, some at a time. */
async function loadHistories(
  ctx: Ctx,
  pumps: readonly EvaluatedPump[],
  irradiance: PlacedValue,
  campus: PumpSurroundings,
): Promise<void> {
  const untilMs = historyEndMs(ctx.now());
  for (const { deviceId, view, points } of pumps) {
    const [power, flow] = [points.get(POWER), points.get(FLOW)];
    const isKnown = campus.histories.get(deviceId)?.untilMs === untilMs;
    if (isKnown || !power || !flow || (view.get(MOTOR) ?? 0) <= 0) continue;
    if (campus.historiesLeft <= 0) return;
    campus.historiesLeft -= 1;
    const ids = { power: power.pointId, flow: flow.pointId, sun: irradiance.pointId };
    campus.histories.set(deviceId, await loadHistory(ctx, ids));
  }
}

/** The values that a pump is compared with. */
interface Surroundings {
  peers: PumpPeers | undefined;
  /** Number of pumps of its campus that report now. */
  reporting: number;
  irradiance: PlacedValue | undefined;
}

function suspectPump(
  { deviceId, points, view, isSilent }: EvaluatedPump,
  { peers, reporting, irradiance }: Surroundings,
  isOpen: IsOpen,
): Suspicion[] {
  const last = new Map([...points].map(([paramId, { value }]) => [paramId, value]));
  return rules.flatMap(({ evaluate, deviceCodes, texts, ...rule }) => {
    // A dry run that a pump reports needs no flow sensor.
    const point = points.get(rule.point) ?? (rule.name === "pump-dry-run" ? points.get(FAULT) : undefined);
    if (!point) return [];
    const found = evaluate(view, peers, isSilent ? { last, reporting } : undefined);
    const message = texts.find((one) => one.rule === found?.textOf)?.message ?? rule.message;
    // Only a silent pump is evaluated with old values.
    const evidence = rule.evidence.flatMap((paramId) =>
      isSilent || view.has(paramId) ? (points.get(paramId) ?? []) : [],
    );
    return suspectFault(
      {
        rule: { ...rule, rule: found?.textOf ?? rule.rule, message },
        point,
        found,
        evidence: irradiance ? [...evidence, irradiance] : evidence,
        explains:
          rule.name === "pump-connection"
            ? [{ subject: { kind: "device", id: deviceId }, rule: "device-lost" }]
            : causesOfReports(deviceId, deviceCodes, points.get(WARNING)),
      },
      isOpen,
    );
  });
}
