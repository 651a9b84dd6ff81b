import { isAlarmName } from "@verandah/equipment/catalogue.ts";
import { FAULT, FLOW, MOTOR, POWER, solarPump, WARNING } from "@verandah/equipment/types/solar-pump.ts";
import { IRRADIANCE, weatherStation } from "@verandah/equipment/types/weather-station.ts";

import type { Ctx } from "#core/ctx.ts";
import type { SuspicionSource } from "#features/alarms/evaluation/alarm-evaluation.service.ts";
import {
  type AlarmCause,
  causeOfEvent,
  type IsOpen,
  suspectFault,
  type Suspicion,
} from "#features/alarms/evaluation/suspicion.service.ts";
import type { EvaluatedDevice } from "#features/devices/devices.service.ts";
import { listPlacedValues, type PlacedValue, qualityOf } from "#features/telemetry/telemetry.service.ts";

import { historyEndMs, loadHistory, type PumpHistory, usualIn } from "./pump-history.service.ts";
import { evaluateIrradiance, median, pumpFormulas, type PumpPeers, type PumpView } from "./pump-rules.ts";
import * as repository from "./pumps.repository.ts";

/** With fewer running pumps a model has no usual value. */
const PEERS_MIN = 3;
/** In less sun the powers of pumps differ too much, W/m². */
const IRRADIANCE_MIN = 300;

/** Alarms are evaluated each second, and a pump sends once a minute. Shorter than every delay of its rules, ms. */
const EVALUATE_MS = 10_000;

/** Pumps that are the evidence for a failed irradiance sensor. */
const PUMPS_SHOWN = 3;

/** Histories that are loaded at a time: each reads some thousand values, once a day. */
const HISTORIES_MAX = 10;

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

interface EvaluatedPump {
  deviceId: number;
  points: ReadonlyMap<string, PlacedValue>;
  view: PumpView;
  isSilent: boolean;
  campusId: number;
  /** Campus and model; a pump without a plate is compared with itself. */
  group: string;
}

/** By device id. */
type Histories = Map<number, PumpHistory>;

/**
 * The rules of pumps, for the campuses of the given devices. They read five values of each pump of a campus, because pumps are compared, so
 * their findings are used for some seconds.
 */
export function createPumpRule(): SuspicionSource {
  /** By campus. */
  const findings = new Map<number, { atMs: number; found: Suspicion[] }>();
  const changed = new Set<number>();
  const histories: Histories = new Map();
  return async (ctx, isOpen, devices = []) => {
    const nowMs = ctx.now().getTime();
    for (const { type, campusId } of devices)
      if (type === solarPump.type || type === weatherStation.type) changed.add(campusId);
    for (const campusId of changed) {
      const { atMs = Number.NEGATIVE_INFINITY } = findings.get(campusId) ?? {};
      if (Math.abs(nowMs - atMs) < EVALUATE_MS) continue;
      changed.delete(campusId);
      const found = await suspectPumps(ctx, isOpen, devices, { within: { campusId }, histories });
      findings.set(campusId, { atMs: nowMs, found });
    }
    return [...findings.values()].flatMap(({ found }) => found);
  };
}

/**
 * Faults of pumps from flow, power and irradiance. Each pump is compared with the running pumps of its model at the campus, or with itself
 * on earlier days where they are too few. A stale or suspect value neither begins nor ends an alarm.
 */
export async function suspectPumps(
  ctx: Ctx,
  isOpen: IsOpen,
  _devices?: readonly EvaluatedDevice[],
  { within = {}, histories = new Map() }: { within?: { campusId?: number }; histories?: Histories } = {},
): Promise<Suspicion[]> {
  const values = await listPlacedValues(ctx, [FLOW, POWER, MOTOR, FAULT, WARNING], {
    deviceTypes: [solarPump.type],
    ...within,
  });
  const irradiances = await listPlacedValues(ctx, [IRRADIANCE], {
    deviceTypes: [weatherStation.type],
    ...within,
  });
  const models = await repository.listModels(ctx.db);
  const now = ctx.now();
  const isGood = (value: PlacedValue) => qualityOf(value, now) === "good";
  const sun = new Map(irradiances.filter(isGood).map((value) => [value.campusId, value]));
  const pumps = [...Map.groupBy(values, ({ deviceId }) => deviceId)].map(
    ([deviceId, own]): EvaluatedPump => ({
      deviceId,
      points: new Map(own.map((point) => [point.paramId, point])),
      isSilent: own.every((value) => ["stale", "missing"].includes(qualityOf(value, now))),
      view: new Map(own.filter(isGood).map((point) => [point.paramId, point.value])),
      campusId: own[0]?.campusId ?? 0,
      group: `${own[0]?.campusId}/${models.get(deviceId) ?? `device ${deviceId}`}`,
    }),
  );
  const reporting = Map.groupBy(
    pumps.filter(({ isSilent }) => !isSilent),
    ({ campusId }) => campusId,
  );
  const compared = [...Map.groupBy(pumps, ({ group }) => group).values()].flatMap((group) => {
    const irradiance = sun.get(group[0]?.campusId ?? 0);
    const isBright = irradiance !== undefined && irradiance.value >= IRRADIANCE_MIN;
    const peers = isBright ? peersOf(group) : undefined;
    return group.map((pump) => ({ pump, peers, irradiance, isAlone: isBright && !peers }));
  });
  await loadHistories(
    ctx,
    compared.flatMap(({ pump, irradiance, isAlone }) =>
      isAlone && irradiance ? [{ pump, irradiance }] : [],
    ),
    histories,
  );
  const ofPumps = compared.flatMap(({ pump, peers, irradiance, isAlone }) => {
    const own = isAlone && irradiance ? usualIn(histories.get(pump.deviceId), irradiance.value) : undefined;
    const around = { peers: peers ?? own, reporting: reporting.get(pump.campusId)?.length ?? 0, irradiance };
    return suspectPump(pump, around, isOpen);
  });
  return [...ofPumps, ...[...sun.values()].flatMap((value) => suspectIrradiance(value, pumps, isOpen))];
}

/** An irradiance sensor that shows no sun while pumps run on it. */
function suspectIrradiance(
  irradiance: PlacedValue,
  pumps: readonly EvaluatedPump[],
  isOpen: IsOpen,
): Suspicion[] {
  const running = pumps.filter(
    ({ campusId, view }) =>
      campusId === irradiance.campusId && (view.get(MOTOR) ?? 0) > 0 && (view.get(POWER) ?? 0) > 0,
  );
  const name = "irradiance-sensor";
  const { faults = [] } = weatherStation.alarms[name];
  return faults.flatMap((rule) =>
    suspectFault(
      {
        rule: { ...rule, name },
        point: irradiance,
        found: evaluateIrradiance(irradiance.value, running.length),
        evidence: [
          irradiance,
          ...running.slice(0, PUMPS_SHOWN).flatMap(({ points }) => points.get(POWER) ?? []),
        ],
      },
      isOpen,
    ),
  );
}

/** Loads the usual values of running pumps that are not loaded today, some at a time. */
async function loadHistories(
  ctx: Ctx,
  alone: readonly { pump: EvaluatedPump; irradiance: PlacedValue }[],
  histories: Histories,
): Promise<void> {
  const untilMs = historyEndMs(ctx.now());
  const wanted = alone.flatMap(({ pump: { deviceId, view, points }, irradiance }) => {
    const [power, flow] = [points.get(POWER), points.get(FLOW)];
    const isKnown = histories.get(deviceId)?.untilMs === untilMs;
    if (isKnown || !power || !flow || (view.get(MOTOR) ?? 0) <= 0) return [];
    return [{ deviceId, ids: { power: power.pointId, flow: flow.pointId, sun: irradiance.pointId } }];
  });
  for (const { deviceId, ids } of wanted.slice(0, HISTORIES_MAX))
    histories.set(deviceId, await loadHistory(ctx, ids));
}

/** The usual values of running pumps; undefined with too few of them. */
function peersOf(group: readonly EvaluatedPump[]): PumpPeers | undefined {
  const running = group.flatMap(({ view }) => {
    const [flow, watt] = [view.get(FLOW), view.get(POWER)];
    return (view.get(MOTOR) ?? 0) > 0 && flow !== undefined && watt ? [{ flow, watt }] : [];
  });
  if (running.length < PEERS_MIN) return undefined;
  return {
    watt: median(running.map(({ watt }) => watt)),
    flowPerWatt: median(running.map(({ flow, watt }) => flow / watt)),
  };
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
