import {
  type LocationMetric,
  NO_DATA,
  type PlaceMeasure,
  placeMeasure,
} from "@verandah/contract/buildings.ts";
import type { Configuration } from "@verandah/contract/campuses/campuses.ts";
import { comfortPoints, NOISE } from "@verandah/equipment/comfort-points.ts";
import { environment } from "@verandah/equipment/types/environment.ts";
import { units } from "@verandah/equipment/units.ts";

/** One latest value below a location. `group` is the zone or area for which it counts. */
export interface MetricValue {
  paramId: string;
  groupId: number;
  groupName: string;
  value: number;
  at: Date;
  unit: string;
  quality: "good" | "suspect" | "stale" | "missing";
}

type Range = { min: number; max: number };
type IssueList = "tempIssue" | "humIssue" | "luxIssue" | "airIssue";

/** The limits of a measurement, and the list of zones outside them. */
interface Limited {
  issues: IssueList;
  rangeOf: (limits: Configuration) => Range;
}

const measures: Record<PlaceMeasure, Limited | undefined> = {
  [comfortPoints.temperature]: { issues: "tempIssue", rangeOf: (limits) => limits.temperature },
  [comfortPoints.humidity]: { issues: "humIssue", rangeOf: (limits) => limits.humidity },
  [comfortPoints.lux]: { issues: "luxIssue", rangeOf: (limits) => limits.lux },
  [comfortPoints.co2]: { issues: "airIssue", rangeOf: ({ co2 }) => ({ min: 0, max: co2.max }) },
  [NOISE]: undefined,
};

const mean = (values: readonly MetricValue[]) =>
  values.reduce((sum, value) => sum + value.value, 0) / values.length;

/** The level of the mean sound energy, dB. */
const meanLevel = (values: readonly MetricValue[]) =>
  10 * Math.log10(values.reduce((sum, { value }) => sum + 10 ** (value / 10), 0) / values.length);

const rounded = (value: number, decimals: number) => Number(value.toFixed(decimals));

/** A rounded value that stays on its side of a limit: readers compare the two. */
function roundedBeyond(limit: number, value: number, decimals: number): number {
  const near = rounded(value, decimals);
  if (near !== limit && near < limit === value < limit) return near;
  const step = 10 ** -decimals;
  return rounded(value < limit ? near - step : near + step, decimals);
}

function groups(values: readonly MetricValue[]): Map<number, MetricValue[]> {
  const byGroup = new Map<number, MetricValue[]>();
  for (const value of values) {
    const list = byGroup.get(value.groupId);
    if (list) list.push(value);
    else byGroup.set(value.groupId, [value]);
  }
  return byGroup;
}

function issuesOf(
  values: readonly MetricValue[],
  rangeAt: (groupId: number) => Range | undefined,
  decimals: number,
) {
  return [...groups(values)]
    .flatMap(([id, members]) => {
      const value = mean(members);
      const range = rangeAt(id);
      if (!range || (value >= range.min && value <= range.max)) return [];
      const limit = value < range.min ? range.min : range.max;
      return [{ id, name: members[0]?.groupName ?? "", value: roundedBeyond(limit, value, decimals), limit }];
    })
    .toSorted((a, b) => a.name.localeCompare(b.name, "en", { numeric: true }));
}

/**
 * Means and issues of one location from fresh, good values. If all values are stale, the last mean is returned as stale. Without values, or
 * with suspect ones only, the value is 'no Data'. `limitsAt` returns the limits of each group.
 */
export function metricsOf(
  values: readonly MetricValue[],
  limitsAt: (groupId: number) => Configuration | undefined,
): Pick<LocationMetric, "parameters" | IssueList> {
  const result: Pick<LocationMetric, "parameters" | IssueList> = {
    parameters: [],
    tempIssue: [],
    humIssue: [],
    luxIssue: [],
    airIssue: [],
  };
  for (const name of placeMeasure.options) {
    const limited = measures[name];
    const { unit } = environment.points[name];
    const { decimals } = units[unit];
    const own = values.filter((value) => value.paramId === name && value.quality !== "missing");
    // The measurements of the specification are always in the result, with or without data.
    if (!limited && own.length === 0) continue;
    const fresh = own.filter((value) => value.quality === "good");
    const shown = fresh.length > 0 ? fresh : own.filter((value) => value.quality === "stale");
    const suspects = own.filter((value) => value.quality === "suspect").length;
    const newest = Math.max(...shown.map((value) => value.at.getTime()));
    result.parameters.push({
      name,
      unit,
      value: shown.length > 0 ? rounded(name === NOISE ? meanLevel(shown) : mean(shown), decimals) : NO_DATA,
      quality: fresh.length > 0 ? "good" : shown.length > 0 ? "stale" : suspects > 0 ? "suspect" : "missing",
      measured_time: shown.length > 0 ? new Date(newest).toISOString() : null,
      ...(suspects > 0 && { suspects }),
    });
    if (!limited) continue;
    result[limited.issues] = issuesOf(
      fresh,
      (groupId) => {
        const limits = limitsAt(groupId);
        return limits && limited.rangeOf(limits);
      },
      decimals,
    );
  }
  return result;
}
