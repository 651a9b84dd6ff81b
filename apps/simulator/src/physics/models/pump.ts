import { clamp } from "../surroundings/noise.ts";
import type { Sun } from "../surroundings/sun.ts";

export interface PumpState {
  isRunning: boolean;
  flowLitrePerMinute: number;
  powerWatt: number;
  /** Power that the panels could deliver, W. */
  sunWatt: number;
  /** Pumped since local midnight. */
  todayLitre: number;
  /** Day that `todayLitre` belongs to. */
  dayOfYear: number;
  fault: PumpFault;
  warning: PumpWarning;
}

/** FaultCondition. Source: product.md leaves the codes open; 0 is "NO FAULT" of spec 2 §2. */
export const PUMP_FAULTS = { none: 0, dryRun: 1, overload: 2 } as const;
export type PumpFault = (typeof PUMP_FAULTS)[keyof typeof PUMP_FAULTS];
/** WarningCondition; 0 is "NO WARNING" of spec 2 §2. */
export const PUMP_WARNINGS = { none: 0, lowSun: 1, leak: 2, dirtyPanel: 3 } as const;
export type PumpWarning = (typeof PUMP_WARNINGS)[keyof typeof PUMP_WARNINGS];

export interface PumpControls {
  isOn: boolean;
  isDry: boolean;
  isOverloaded: boolean;
  isLeaking: boolean;
  isPanelDirty: boolean;
}

const PANEL_WATT = 3_000;
const MOTOR_WATT = 2_200;
/** With less power the pump lifts no water. */
const START_WATT = 350;
const BEST_LITRE_PER_MINUTE = 140;
const DIRT_SHARE = 0.55;
const LEAK_SHARE = 0.5;

export const startOfPump: PumpState = {
  isRunning: false,
  flowLitrePerMinute: 0,
  powerWatt: 0,
  sunWatt: 0,
  todayLitre: 0,
  dayOfYear: 0,
  fault: PUMP_FAULTS.none,
  warning: PUMP_WARNINGS.none,
};

/** Sun on panels that lie nearly flat, as a share of the brightest. */
export function sunShare(sun: Sun, clearness: number): number {
  const up = Math.sin(sun.elevationRadian);
  return up <= 0 ? 0 : clamp((0.15 + 0.85 * clearness) * up ** 1.15 * 1.05, 0, 1);
}

function warningOf(controls: PumpControls, sunWatt: number): PumpWarning {
  if (controls.isLeaking) return PUMP_WARNINGS.leak;
  if (controls.isPanelDirty) return PUMP_WARNINGS.dirtyPanel;
  return sunWatt > 60 && sunWatt < START_WATT ? PUMP_WARNINGS.lowSun : PUMP_WARNINGS.none;
}

/** The pump `seconds` later. Pure. */
export function stepPump(
  state: PumpState,
  controls: PumpControls,
  sun: { share: number; dayOfYear: number },
  seconds: number,
): PumpState {
  const sunWatt = PANEL_WATT * sun.share * (controls.isPanelDirty ? DIRT_SHARE : 1);
  const dayLight = sunWatt > 60;
  const tripped = controls.isDry ? PUMP_FAULTS.dryRun : PUMP_FAULTS.overload;
  // The drive detects it only while it runs, and keeps the fault until the repair.
  const isBroken = controls.isDry || controls.isOverloaded;
  const fault = isBroken && (dayLight || state.fault !== PUMP_FAULTS.none) ? tripped : PUMP_FAULTS.none;
  const isRunning = controls.isOn && fault === PUMP_FAULTS.none && sunWatt > START_WATT;
  const powerWatt = isRunning ? Math.min(MOTOR_WATT, sunWatt) : 0;
  const lift = isRunning ? ((powerWatt - START_WATT) / (MOTOR_WATT - START_WATT)) ** 0.7 : 0;
  const flowLitrePerMinute = BEST_LITRE_PER_MINUTE * lift * (controls.isLeaking ? LEAK_SHARE : 1);
  const before = sun.dayOfYear === state.dayOfYear ? state.todayLitre : 0;
  return {
    isRunning,
    flowLitrePerMinute,
    powerWatt,
    sunWatt,
    todayLitre: before + (flowLitrePerMinute * seconds) / 60,
    dayOfYear: sun.dayOfYear,
    fault,
    warning: warningOf(controls, sunWatt),
  };
}
