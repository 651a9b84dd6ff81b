import { BATTERY_COVERAGE_MIN_PERCENT } from "@verandah/contract/ups.ts";

const YEAR_MS = 365.25 * 86_400_000;
const RATED_CELSIUS = 25;
/** Above 25 °C each 8.3 °C (15 °F) halve the life of a sealed lead battery. Source: docs/ups.md. */
const HALVING_CELSIUS = 8.3;
/** Number of full discharges after which a sealed lead battery is worn out, without other ageing. Source: docs/ups.md. */
const FULL_DISCHARGES = 200;
const PERCENT = 100;

/** The ageing factor of a battery relative to 25 °C. Lower temperatures do not reduce it. */
const ageingAt = (celsius: number): number => 2 ** (Math.max(0, celsius - RATED_CELSIUS) / HALVING_CELSIUS);

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, one) => sum + one, 0) / values.length;

interface Basis {
  installedMs: number;
  nowMs: number;
  ratedYears: number;
  /** The mean temperature of each hour with readings. */
  hourCelsius: readonly number[];
  /** The depth of each discharge, %. */
  depthPercent: readonly number[];
}

/**
 * The used part of a battery's life: its age, corrected for the temperature, as a share of the rated life, plus its discharges as a share
 * of `FULL_DISCHARGES`. The estimated end is when the used part reaches 100 % at the same rate.
 */
export function estimateLife({ installedMs, nowMs, ratedYears, hourCelsius, depthPercent }: Basis) {
  const ageMs = nowMs - installedMs;
  const ageYears = ageMs / YEAR_MS;
  const hours = Math.max(1, ageMs / 3_600_000);
  const coveragePercent = Math.min(PERCENT, (PERCENT * hourCelsius.length) / hours);
  const fullDischarges = depthPercent.reduce((sum, one) => sum + one, 0) / PERCENT;
  const hasBasis = hourCelsius.length > 0 && coveragePercent >= BATTERY_COVERAGE_MIN_PERCENT;
  const ageingFactor = hasBasis ? meanOf(hourCelsius.map(ageingAt)) : null;
  const used =
    ageingFactor === null ? null : (ageYears * ageingFactor) / ratedYears + fullDischarges / FULL_DISCHARGES;
  const endMs = used === null || used === 0 ? null : installedMs + ageMs / used;
  return {
    ageYears,
    coveragePercent,
    meanCelsius: hourCelsius.length > 0 ? meanOf(hourCelsius) : null,
    ageingFactor,
    discharges: depthPercent.length,
    deepestPercent: depthPercent.length > 0 ? Math.max(...depthPercent) : null,
    fullDischarges,
    usedPercent: used === null ? null : PERCENT * used,
    endMs,
  };
}
