import { FAULT, FLOW, MOTOR, POWER } from "@verandah/equipment/types/solar-pump.ts";

/** A pump as its fresh, good values show it; one that is stale, suspect or missing is not among them. */
export type PumpView = ReadonlyMap<string, number>;

/** Running pumps of one model in the same sun, or the same pump on earlier days. */
export interface PumpPeers {
  /** Median of their power, W. */
  watt: number;
  /** Median of their flow for each watt, l/min. */
  flowPerWatt: number;
  /** They are the pump itself. */
  isOwn?: boolean;
}

/** A pump that reports nothing. */
interface SilentPump {
  /** Its last values, of any age. */
  last: PumpView;
  /** Number of pumps of its campus that report now. */
  reporting: number;
}

interface Finding {
  condition: "out" | "between" | "back";
  numbers: number[];
  /** The catalogue's rule with the message for these numbers, if it is not the message of the rule itself. */
  textOf?: string;
}

/** The result of a rule for a pump; undefined: it cannot be evaluated now. */
type Evaluate = (
  pump: PumpView,
  peers: PumpPeers | undefined,
  silent: SilentPump | undefined,
) => Finding | undefined;

/** Less than this is no flow, l/min. */
export const NO_FLOW = 2;
/** FaultCondition of a drive that has stopped because of a dry run. */
const DRY_RUN_CODE = 1;
/** Part of the usual power below which a motor lifts no water, because a dry pump turns easily. */
const DRY_POWER_SHARE = 0.6;
/** Part of the usual power or flow below which panels are dirty or a pipe leaks, and above which they are normal. */
const LOW_SHARE = 0.8;
const WELL_SHARE = 0.9;
/** Part of the usual flow at the measured power above which that power is wrong. */
const FLOW_SHARE_MAX = 1.5;
/** Part of the usual flow at the measured power above which that power is certainly wrong. */
const FLOW_SHARE_IMPOSSIBLE = 2;
const LEAK_SHARE = 0.7;
const NO_LEAK_SHARE = 0.8;

export function median(values: readonly number[]): number {
  const sorted = Float64Array.from(values).toSorted();
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

const round = (value: number) => Number(value.toFixed(1));

function conditionOf(share: number, low: number, well: number): "out" | "between" | "back" {
  if (share < low) return "out";
  return share < well ? "between" : "back";
}

/** With fewer pumps that report, the cause may be the network of all, or the server. */
export const REPORTING_MIN = 3;

/** Whether the motor runs; undefined: unknown. */
function isRunning(pump: PumpView): boolean | undefined {
  const motor = pump.get(MOTOR);
  return motor === undefined ? undefined : motor > 0;
}

/** The numbers of a dry run that are known, with their text. */
function dryRunText(pump: PumpView): Pick<Finding, "numbers" | "textOf"> {
  const [flow, watt, code] = [pump.get(FLOW), pump.get(POWER), pump.get(FAULT)];
  if (flow === undefined || watt === undefined)
    return { numbers: code === undefined ? [] : [code], textOf: "pump-dry-run-reported" };
  const numbers = [round(flow), round(watt)];
  return code === undefined ? { numbers, textOf: "pump-dry-run-measured" } : { numbers: [...numbers, code] };
}

/** Solar pumps do not run in less sun than this, W/m². */
const DARK = 20;
/** More than moonlight and noise of the sensor, W/m². */
const LIGHT = 50;

/** Compares the irradiance of a campus with the number of its pumps that run on power. */
export function evaluateIrradiance(irradiance: number, running: number): Finding | undefined {
  if (irradiance >= LIGHT) return { condition: "back", numbers: [] };
  if (irradiance >= DARK || running < REPORTING_MIN) return undefined;
  return { condition: "out", numbers: [round(irradiance), running] };
}

/** The formulas of the catalogue's rules, by rule. */
export const pumpFormulas: Readonly<Record<string, Evaluate>> = {
  "pump-dry-run"(pump, peers) {
    const [flow, watt, code] = [pump.get(FLOW), pump.get(POWER), pump.get(FAULT)];
    const text = dryRunText(pump);
    if (code === DRY_RUN_CODE) return { condition: "out", ...text };
    // Without its code, the pump may still report a dry run.
    const well = { condition: code === undefined ? "between" : "back", ...text } as const;
    const runs = isRunning(pump);
    if (runs === undefined) return undefined;
    if (!runs || (flow ?? 0) > NO_FLOW) return well;
    if (watt === undefined || !peers) return undefined;
    if (watt >= DRY_POWER_SHARE * peers.watt) return well;
    return flow === undefined ? undefined : { condition: "out", ...text };
  },
  "pump-dirty-panel"(pump, peers) {
    const [flow, watt] = [pump.get(FLOW), pump.get(POWER)];
    // Other rules evaluate a pump without flow. With more flow than the power can lift, the power sensor may have failed.
    if (!peers || !isRunning(pump) || flow === undefined || watt === undefined) return undefined;
    if (flow <= NO_FLOW || flow > FLOW_SHARE_MAX * peers.flowPerWatt * watt) return undefined;
    return {
      condition: conditionOf(watt / peers.watt, LOW_SHARE, WELL_SHARE),
      numbers: [round(watt), round(peers.watt)],
      ...(peers.isOwn && { textOf: "pump-dirty-panel-own" }),
    };
  },
  "pump-leak"(pump, peers) {
    const [flow, watt] = [pump.get(FLOW), pump.get(POWER)];
    if (!peers || !isRunning(pump) || watt === undefined || flow === undefined) return undefined;
    // Without any flow the cause is the sensor or the well. Far below the usual power the flow decreases faster than the power.
    if (flow <= NO_FLOW || watt < DRY_POWER_SHARE * peers.watt) return undefined;
    const expected = peers.flowPerWatt * watt;
    return {
      condition: conditionOf(flow / expected, LEAK_SHARE, NO_LEAK_SHARE),
      numbers: [round(flow), round(expected)],
      ...(peers.isOwn && { textOf: "pump-leak-own" }),
    };
  },
  "pump-flow-sensor"(pump, peers) {
    const [flow, watt] = [pump.get(FLOW), pump.get(POWER)];
    const runs = isRunning(pump);
    if (watt === undefined || runs === undefined) return undefined;
    if (flow === undefined) {
      if (!runs || !peers || watt < LOW_SHARE * peers.watt) return undefined;
      return { condition: "out", numbers: [round(watt)], textOf: "pump-flow-sensor-no-value" };
    }
    const numbers = [round(flow), round(watt)];
    // Flow without power: the sensor keeps an old value.
    if (!runs) return { condition: flow > NO_FLOW && watt === 0 ? "out" : "back", numbers };
    if (flow > NO_FLOW) return { condition: "back", numbers };
    if (!peers) return undefined;
    return { condition: watt >= LOW_SHARE * peers.watt ? "out" : "between", numbers };
  },
  "pump-power-sensor"(pump, peers) {
    const [flow, watt] = [pump.get(FLOW), pump.get(POWER)];
    if (!isRunning(pump) || flow === undefined || flow <= NO_FLOW) return undefined;
    if (watt === undefined) {
      if (!peers || flow < LOW_SHARE * peers.flowPerWatt * peers.watt) return undefined;
      return { condition: "out", numbers: [round(flow)], textOf: "pump-power-sensor-no-value" };
    }
    const numbers = [round(watt), round(flow)];
    if (watt === 0) return { condition: "out", numbers };
    if (!peers) return undefined;
    // At the usual power the cause is a well that is less deep.
    if (watt >= LOW_SHARE * peers.watt) return { condition: "back", numbers };
    const share = flow / (peers.flowPerWatt * watt);
    if (share > FLOW_SHARE_IMPOSSIBLE) return { condition: "out", numbers };
    return { condition: share > FLOW_SHARE_MAX ? "between" : "back", numbers };
  },
  "pump-connection"(_pump, _peers, silent) {
    if (!silent) return { condition: "back", numbers: [] };
    const [flow = 0, watt = 0] = [silent.last.get(FLOW), silent.last.get(POWER)];
    // Without power its last values are those of a stopped motor.
    if (!isRunning(silent.last) || watt === 0 || silent.reporting < REPORTING_MIN) return undefined;
    return { condition: "out", numbers: [round(flow), round(watt), silent.reporting] };
  },
};
