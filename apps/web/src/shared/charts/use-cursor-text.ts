import { useLingui } from "@lingui/react/macro";

import { quantity } from "../format/number.ts";
import { cursorText } from "../format/time.ts";
import { marksAt, type TrendMark, type TrendSeries, valueAt } from "./trend-data.ts";
import { valueText } from "./trend-options.ts";

/** A mark is near the cursor within this share of the window. */
const NEAR_SHARE = 0.01;
/** Marks that a tooltip names; it shows the number of the others. */
const MARKS_MAX = 5;

export interface CursorText {
  time: string;
  values: { label: string; text: string; place: number; isSetpoint: boolean | undefined }[];
  marks: TrendMark[];
  marksLeftOut: number;
  /** The whole content in one sentence. */
  spoken: string;
}

interface Input {
  series: readonly TrendSeries[];
  marks: readonly TrendMark[];
  times: readonly number[];
  index: number | undefined;
  timeZone: string;
}

/** The content of the chart at a time as text; undefined without a cursor. */
export function useCursorText({ series, marks, times, index, timeZone }: Input): CursorText | undefined {
  const { t } = useLingui();
  const atS = index === undefined ? undefined : times[index];
  if (index === undefined || atS === undefined) return undefined;
  const stepS = (times[1] ?? atS) - (times[0] ?? atS);
  const windowMs = stepS * times.length * 1_000;
  const time = cursorText(atS * 1_000, stepS < 60, timeZone);
  const values = series.map((one, place) => {
    const value = valueAt(one, index);
    const suspect = one.suspects.get(index);
    const suspectText = suspect === undefined ? "" : quantity(suspect, one.unit, one.decimals);
    const parts = [
      value === null && suspect !== undefined ? "" : value === null ? t`No data` : valueText(value, one),
      suspectText && t`${suspectText} (suspect value)`,
    ];
    return { label: one.label, text: parts.filter(Boolean).join(", "), place, isSetpoint: one.isSetpoint };
  });
  const near = marksAt(marks, atS * 1_000, Math.max(stepS * 1_000, windowMs * NEAR_SHARE));
  const spoken = [
    time,
    ...values.map(({ label, text }) => `${label} ${text}`),
    ...near.map(({ label }) => label),
  ];
  return {
    time,
    values,
    marks: near.slice(0, MARKS_MAX),
    marksLeftOut: Math.max(0, near.length - MARKS_MAX),
    spoken: spoken.join(". "),
  };
}
