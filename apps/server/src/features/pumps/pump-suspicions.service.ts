import { isAlarmName } from "@verandah/equipment/catalogue.ts";
import { solarPump } from "@verandah/equipment/types/solar-pump.ts";
import { IRRADIANCE } from "@verandah/equipment/types/weather-station.ts";

import type { Ctx } from "#core/ctx.ts";
import type { Suspicion, SuspicionSource } from "#features/alarms/evaluation/alarm-evaluation.service.ts";
import {
  causeOfEvent,
  causeOfLoss,
  suspectFault,
} from "#features/alarms/evaluation/fault-suspicion.service.ts";
import { listPlacedValues, type PlacedValue, qualityOf } from "#features/telemetry/telemetry.service.ts";

import { FAULT, FLOW, MOTOR, POWER, pumpJudges, type PumpPeers, type PumpView } from "./pump-rules.ts";
import * as repository from "./pumps.repository.ts";

/** Fewer running pumps of a model have no usual value. */
const PEERS_MIN = 3;
/** In less sun the powers of pumps differ too much, W/m². */
const IRRADIANCE_MIN = 300;

/** Alarms are evaluated each second, and a pump sends once a minute. Shorter than every delay of its rules, ms. */
const JUDGE_MS = 10_000;

const rules = Object.entries(solarPump.alarms).flatMap(([name, { faults = [], deviceCodes = [] }]) =>
  faults.flatMap((rule) => {
    const judge = pumpJudges[rule.rule];
    return judge && isAlarmName(name) ? [{ ...rule, name, judge, deviceCodes }] : [];
  }),
);

interface JudgedPump {
  deviceId: number;
  points: ReadonlyMap<string, PlacedValue>;
  view: PumpView;
  isSilent: boolean;
  /** Campus and model. */
  group: string;
}

/** The rules of pumps. They read four values of each pump, so their findings count for some seconds. */
export function createPumpRule(): SuspicionSource {
  let judgedAtMs = Number.NEGATIVE_INFINITY;
  let found: Suspicion[] = [];
  return async (ctx, isOpen) => {
    const nowMs = ctx.now().getTime();
    if (Math.abs(nowMs - judgedAtMs) >= JUDGE_MS) {
      found = await suspectPumps(ctx, isOpen);
      judgedAtMs = nowMs;
    }
    return found;
  };
}

/**
 * Faults of pumps from flow, power and irradiance: each pump is compared with the running pumps of its model at the campus. A value that is
 * stale or suspect begins nothing and ends nothing.
 */
export async function suspectPumps(ctx: Ctx, isOpen: (cause: string) => boolean): Promise<Suspicion[]> {
  const [values, irradiances, models] = await Promise.all([
    listPlacedValues(ctx, [FLOW, POWER, MOTOR, FAULT], { deviceType: solarPump.type }),
    listPlacedValues(ctx, [IRRADIANCE], {}),
    repository.listModels(ctx.db),
  ]);
  const now = ctx.now();
  const isGood = (value: PlacedValue) => qualityOf(value, now) === "good";
  const sun = new Map(irradiances.filter(isGood).map((value) => [value.campusId, value]));
  const pumps = [...Map.groupBy(values, ({ deviceId }) => deviceId)].map(([deviceId, own]): JudgedPump => ({
    deviceId,
    points: new Map(own.map((point) => [point.paramId, point])),
    isSilent: own.every((value) => ["stale", "missing"].includes(qualityOf(value, now))),
    view: new Map(own.filter(isGood).map((point) => [point.paramId, point.value])),
    group: `${own[0]?.campusId}/${models.get(deviceId) ?? ""}`,
  }));
  const groups = Map.groupBy(pumps, ({ group }) => group);
  return [...groups.values()].flatMap((group) => {
    const campusId = [...(group[0]?.points.values() ?? [])][0]?.campusId ?? 0;
    const irradiance = sun.get(campusId);
    const isDark = irradiance !== undefined && irradiance.value < IRRADIANCE_MIN;
    const peers = isDark ? undefined : peersOf(group);
    const reporting = group.filter(({ isSilent }) => !isSilent).length;
    return group.flatMap((pump) => suspect(pump, { peers, reporting, irradiance }, isOpen));
  });
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** The usual values of running pumps; undefined with too few of them. */
function peersOf(group: readonly JudgedPump[]): PumpPeers | undefined {
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

/** What a pump is compared with. */
interface Surroundings {
  peers: PumpPeers | undefined;
  /** Number of pumps of its model that report now. */
  reporting: number;
  irradiance: PlacedValue | undefined;
}

function suspect(
  { deviceId, points, view, isSilent }: JudgedPump,
  { peers, reporting, irradiance }: Surroundings,
  isOpen: (cause: string) => boolean,
): Suspicion[] {
  const last = new Map([...points].map(([paramId, { value }]) => [paramId, value]));
  return rules.flatMap(({ judge, deviceCodes, ...rule }) => {
    const point = points.get(rule.point);
    if (!point) return [];
    const evidence = rule.evidence.flatMap((paramId) => points.get(paramId) ?? []);
    return suspectFault(
      {
        rule,
        point,
        found: judge(view, peers, isSilent ? { last, reporting } : undefined),
        evidence: irradiance ? [...evidence, irradiance] : evidence,
        explains:
          rule.name === "pump-connection"
            ? [causeOfLoss(deviceId, "device-lost")]
            : deviceCodes.map((code) => causeOfEvent(deviceId, code)),
      },
      isOpen,
    );
  });
}
