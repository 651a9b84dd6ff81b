import { BATTERY_COVERAGE_MIN_PERCENT } from "@verandah/contract/ups.ts";

const YEAR_MS = 365.25 * 86_400_000;
const RATED_CELSIUS = 25;
/** Above 25 °C each 8.3 °C (15 °F) halve the life of a sealed lead battery. Source: docs/ups.md. */
const HALVING_CELSIUS = 8.3;
/** Full discharges that a sealed lead battery of a UPS bears, if nothing else ages it. Source: docs/ups.md. */
const FULL_DISCHARGES = 200;
const PERCENT = 100;

/** How much faster than at 25 °C a battery ages. Cold is not counted as longer life. */
const ageingAt = (celsius: number): number => 2 ** (Math.max(0, celsius - RATED_CELSIUS) / HALVING_CELSIUS);

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, one) => sum + one, 0) / values.length;

interface Basis {
  installedMs: number;
  nowMs: number;
  ratedYears: number;
  /** One mean temperature an hour that has readings. */
  hourCelsius: readonly number[];
  /** Of each discharge, %. */
  depthPercent: readonly number[];
}

/**
 * Part of the battery's life that is used: its age at its temperature as a share of the rated life, and its discharges as a share of those
 * that it bears. It ends when they make 100 % at the same pace.
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
