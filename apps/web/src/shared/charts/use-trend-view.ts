import { useState } from "react";

import type { TimeRange } from "../ui/time-range/use-time-range.ts";
import { type TrendRange, type TrendWindow, WINDOW_MIN_MS } from "./trend-window.ts";

/** The time window of charts, and functions to change it. */
export interface TrendView {
  readonly range: TrendRange;
  /** Whether `reset` changes anything. */
  readonly isZoomed: boolean;
  /** Shows a window that new values do not move. */
  readonly zoomTo: (window: TrendWindow) => void;
  readonly reset: () => void;
}

/** A view of a range in the address. */
export function viewOf({ trend, name, zoomTo, reset }: TimeRange): TrendView {
  return {
    range: trend,
    isZoomed: name === undefined,
    zoomTo: (window) => zoomTo(atLeast(window)),
    reset,
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
