import { useState } from "react";

import { hasFourDigitYear } from "../format/wall-time.ts";
import { searchText, useSearchState } from "../search-state.ts";
import {
  rangeLengths,
  type RangeName,
  rangeNames,
  type TrendRange,
  type TrendWindow,
  WINDOW_MAX_MS,
  WINDOW_MIN_MS,
} from "./trend-window.ts";

/** The time window of charts, and functions to change it. */
export interface TrendView {
  readonly range: TrendRange;
  /** Whether `reset` changes anything. */
  readonly isZoomed: boolean;
  /** Shows a window that new values do not move. */
  readonly zoomTo: (window: TrendWindow) => void;
  readonly reset: () => void;
}

/** A view that the address holds: `range`, or `from` and `to` while it is zoomed. */
export function useAddressedView(first: RangeName): TrendView & {
  readonly name: RangeName;
  readonly choose: (name: RangeName) => void;
} {
  const [search, change] = useSearchState();
  const name = rangeNames.find((one) => one === search["range"]) ?? first;
  const window = windowIn(search["from"], search["to"]);
  return {
    name,
    range: window ?? { lengthMs: rangeLengths[name] },
    isZoomed: window !== undefined,
    choose: (next) => change({ range: next === first ? undefined : next, from: undefined, to: undefined }),
    zoomTo: (next) => {
      const { fromMs, toMs } = atLeast(next);
      change(
        { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() },
        { replace: window !== undefined },
      );
    },
    reset: () => change({ from: undefined, to: undefined }),
  };
}

/** A view whose range another component decides, such as an alarm or a report; zooming is not stored. */
export function useLocalView(range: TrendRange): TrendView {
  const [zoomed, setZoomed] = useState<{ window: TrendWindow; of: string }>();
  const of = JSON.stringify(range);
  const window = zoomed?.of === of ? zoomed.window : undefined;
  return {
    range: window ?? range,
    isZoomed: window !== undefined,
    zoomTo: (next) => setZoomed({ window: atLeast(next), of }),
    reset: () => setZoomed(undefined),
  };
}

/** A window that is too narrow becomes wider, around its middle. */
function atLeast({ fromMs, toMs }: TrendWindow): TrendWindow {
  const addedMs = Math.max(0, WINDOW_MIN_MS - (toMs - fromMs)) / 2;
  return { fromMs: Math.round(fromMs - addedMs), toMs: Math.round(toMs + addedMs) };
}

function windowIn(from: unknown, to: unknown): TrendWindow | undefined {
  const [fromMs, toMs] = [instantMs(from), instantMs(to)];
  if (fromMs === undefined || toMs === undefined) return undefined;
  return toMs > fromMs && toMs - fromMs <= WINDOW_MAX_MS ? { fromMs, toMs } : undefined;
}

function instantMs(value: unknown): number | undefined {
  const text = searchText(value) ?? "";
  const atMs = Date.parse(text);
  return hasFourDigitYear(text) && !Number.isNaN(atMs) ? atMs : undefined;
}
