import type { PumpColumn, PumpDataRow } from "@verandah/contract/pumps/pumps.ts";
import { pointStatesOf } from "@verandah/equipment/point-texts.ts";
import { stateAt } from "@verandah/equipment/states.ts";
import {
  CURRENT,
  DAY_WATER,
  FAULT,
  FLOW,
  MOTOR,
  POWER,
  VOLTAGE,
  WARNING,
} from "@verandah/equipment/types/solar-pump.ts";
import type { WallClock } from "@verandah/time/wall-clock.ts";

/** A row without its local time. */
type Row = Omit<PumpDataRow, "date" | "time">;

/** The points of a row, with the names that a row has for them. */
const rowPoints = {
  [MOTOR]: "motor",
  [FLOW]: "flowLitrePerMinute",
  [DAY_WATER]: "dayLitre",
  [VOLTAGE]: "volt",
  [CURRENT]: "ampere",
  [POWER]: "watt",
  [FAULT]: "fault",
  [WARNING]: "warning",
} as const satisfies Record<string, keyof Row>;
type RowPoint = keyof typeof rowPoints;

export const isRowPoint = (paramId: string): paramId is RowPoint => Object.hasOwn(rowPoints, paramId);

/** Stored values of a point, oldest first; quality 0 is good. */
export interface Series {
  paramId: RowPoint;
  values: readonly { at: Date; value: number; quality: number }[];
  /** An unchanged value is stored again within this time, ms. */
  silenceMaxMs: number;
}

/** A row for each time from `fromMs` on at which a value was stored, newest first. A value that did not change counts on. */
export function rowsOf(series: readonly Series[], fromMs: number): Row[] {
  const times = new Set(series.flatMap(({ values }) => values.map(({ at }) => at.getTime())));
  const next = series.map(() => 0);
  const rows: Row[] = [];
  for (const atMs of [...times].toSorted((a, b) => a - b)) {
    const row: Row = { ...emptyRow, at: new Date(atMs).toISOString() };
    for (const [index, { paramId, values, silenceMaxMs }] of series.entries()) {
      let at = next[index] ?? 0;
      while (at < values.length && (values[at]?.at.getTime() ?? Infinity) <= atMs) at += 1;
      next[index] = at;
      const last = values[at - 1];
      if (!last || atMs - last.at.getTime() > silenceMaxMs) continue;
      row[rowPoints[paramId]] = last.value;
      if (last.quality !== 0) row.quality = "suspect";
    }
    if (atMs >= fromMs) rows.push(row);
  }
  return rows.toReversed();
}

const emptyRow: Row = {
  at: "",
  motor: null,
  flowLitrePerMinute: null,
  dayLitre: null,
  volt: null,
  ampere: null,
  watt: null,
  fault: null,
  warning: null,
  quality: "good",
};

const HOUR_MS = 3_600_000;

/** Local day and time of instants, `2026-01-05` and `08:30:00`. A zone changes its offset at most once an hour. */
export function createTimeTexts(clock: WallClock): (at: string) => { date: string; time: string } {
  const offsets = new Map<number, number>();
  return (at) => {
    const atMs = Date.parse(at);
    const hour = Math.floor(atMs / HOUR_MS);
    const offsetMs = offsets.get(hour) ?? clock.offsetMs(hour * HOUR_MS);
    offsets.set(hour, offsetMs);
    const text = new Date(atMs + offsetMs).toISOString();
    return { date: text.slice(0, 10), time: text.slice(11, 19) };
  };
}

const columnPoints = {
  MotorStatus: MOTOR,
  "WaterflowRate(lpm)": FLOW,
  "WF_per_Day(L)": DAY_WATER,
  "voltage(v)": VOLTAGE,
  "Current(A)": CURRENT,
  "Power(W)": POWER,
  FaultCondition: FAULT,
  WarningCondition: WARNING,
} as const satisfies Record<Exclude<PumpColumn, "date" | "time">, RowPoint>;

/** The value of a row in a column. */
export const valueIn = (row: PumpDataRow, column: Exclude<PumpColumn, "date" | "time">): number | null =>
  row[rowPoints[columnPoints[column]]];

/** The word of a state, or the number; "" without a value. */
export function cellText(
  row: PumpDataRow,
  column: Exclude<PumpColumn, "date" | "time">,
  language: "en" | "hi" | "kn",
): string {
  const value = valueIn(row, column);
  if (value === null) return "";
  return stateAt(pointStatesOf(language, columnPoints[column]), value)?.[1] ?? String(value);
}
