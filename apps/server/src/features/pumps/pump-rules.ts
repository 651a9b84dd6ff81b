/** A pump as its fresh, good values show it; one that is stale, suspect or missing is not among them. */
export type PumpView = ReadonlyMap<string, number>;

/** Running pumps of one model in the same sun. */
export interface PumpPeers {
  /** Median of their power, W. */
  watt: number;
  /** Median of their flow for each watt, l/min. */
  flowPerWatt: number;
}

/** A pump that reports nothing. */
interface SilentPump {
  /** Its last values, of any age. */
  last: PumpView;
  /** Number of pumps of its model that report now. */
  reporting: number;
}

/** How a rule sees a pump; undefined: it cannot be judged now. */
type Judge = (
  pump: PumpView,
  peers: PumpPeers | undefined,
  silent: SilentPump | undefined,
) => { condition: "out" | "between" | "back"; numbers: number[] } | undefined;

export const FLOW = "WaterflowRate_in_lpm";
export const POWER = "power_in_watt";
export const MOTOR = "MotorStatus";
export const FAULT = "FaultCondition";

/** Less than this is no flow, l/min. */
const NO_FLOW = 2;
/** FaultCondition of a drive that has stopped because of a dry run. */
const DRY_RUN_CODE = 1;
/** Part of the usual power below which a motor lifts no water, because a dry pump turns easily. */
const DRY_POWER_SHARE = 0.6;
/** Part of the usual power or flow below which panels are dirty, or a pipe leaks, and above which they are well. */
const LOW_SHARE = 0.8;
const WELL_SHARE = 0.9;
const LEAK_SHARE = 0.7;
const NO_LEAK_SHARE = 0.8;

const round = (value: number) => Number(value.toFixed(1));

function conditionOf(share: number, low: number, well: number): "out" | "between" | "back" {
  if (share < low) return "out";
  return share < well ? "between" : "back";
}

/** With fewer that report, it may be the network of all, or the server. */
const REPORTING_MIN = 3;

const isRunning = (pump: PumpView) => (pump.get(MOTOR) ?? 0) > 0;

/** The formulas of the catalogue's rules, by rule. */
export const pumpJudges: Readonly<Record<string, Judge>> = {
  "pump-dry-run"(pump, peers) {
    const [flow, watt] = [pump.get(FLOW), pump.get(POWER)];
    const code = pump.get(FAULT) ?? 0;
    if (flow === undefined || watt === undefined) return undefined;
    const numbers = [round(flow), round(watt), code];
    if (code === DRY_RUN_CODE) return { condition: "out", numbers };
    if (!isRunning(pump)) return { condition: "back", numbers };
    if (flow > NO_FLOW) return { condition: "back", numbers };
    if (!peers) return undefined;
    return { condition: watt < DRY_POWER_SHARE * peers.watt ? "out" : "back", numbers };
  },
  "pump-dirty-panel"(pump, peers) {
    const [flow, watt] = [pump.get(FLOW), pump.get(POWER)];
    // A pump without flow is judged by the other rules.
    if (!peers || !isRunning(pump) || watt === undefined || (flow ?? 0) <= NO_FLOW) return undefined;
    return {
      condition: conditionOf(watt / peers.watt, LOW_SHARE, WELL_SHARE),
      numbers: [round(watt), round(peers.watt)],
    };
  },
  "pump-leak"(pump, peers) {
    const [flow, watt] = [pump.get(FLOW), pump.get(POWER)];
    if (!peers || !isRunning(pump) || watt === undefined || flow === undefined) return undefined;
    // Without any flow it is the sensor or the well. Far below the usual power the flow falls faster than the power.
    if (flow <= NO_FLOW || watt < DRY_POWER_SHARE * peers.watt) return undefined;
    const expected = peers.flowPerWatt * watt;
    return {
      condition: conditionOf(flow / expected, LEAK_SHARE, NO_LEAK_SHARE),
      numbers: [round(flow), round(expected)],
    };
  },
  "pump-flow-sensor"(pump, peers) {
    const [flow, watt] = [pump.get(FLOW), pump.get(POWER)];
    if (flow === undefined || watt === undefined) return undefined;
    const numbers = [round(flow), round(watt)];
    // Water without power: the sensor holds an old value.
    if (!isRunning(pump)) return { condition: flow > NO_FLOW && watt === 0 ? "out" : "back", numbers };
    if (flow > NO_FLOW) return { condition: "back", numbers };
    if (!peers) return undefined;
    return { condition: watt >= LOW_SHARE * peers.watt ? "out" : "between", numbers };
  },
  "pump-connection"(_pump, _peers, silent) {
    if (!silent) return { condition: "back", numbers: [] };
    const [flow = 0, watt = 0] = [silent.last.get(FLOW), silent.last.get(POWER)];
    // Without power its last values are those of a stopped motor.
    if (!isRunning(silent.last) || watt === 0 || silent.reporting < REPORTING_MIN) return undefined;
    return { condition: "out", numbers: [round(flow), round(watt), silent.reporting] };
  },
};
