import { Trans, useLingui } from "@lingui/react/macro";
import { Box, Center, useComputedColorScheme, VisuallyHidden } from "@mantine/core";
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from "react";
import uPlot from "uplot";

import type { TrendMark, TrendSeries } from "./trend-data.ts";
import { TrendLegend } from "./trend-legend.tsx";
import { type TrendCursor, trendOptions, type TrendShape, valueText } from "./trend-options.ts";
import { LineSample, MarkSign } from "./trend-signs.tsx";
import type { TrendWindow } from "./trend-window.ts";
import { type CursorText, useCursorText } from "./use-cursor-text.ts";

import classes from "./trend.module.css";
import "uplot/dist/uPlot.min.css";

/** Of a frame that has no width yet. */
const WIDTH_UNKNOWN_PX = 300;

interface Props {
  label: string;
  /** Instants, s since 1970. `times`, `series` and `marks` must be stable: the chart is drawn again when they change. */
  times: readonly number[];
  series: readonly TrendSeries[];
  window: TrendWindow;
  timeZone: string;
  /** Px. */
  height: number;
  /** Lines across, in the first series' unit. */
  limits?: readonly number[];
  marks?: readonly TrendMark[];
  onZoom: (window: TrendWindow) => void;
}

const NO_MARKS: readonly TrendMark[] = [];

/** Lines over time with a cursor for mouse, touch and keyboard. Screen readers get the latest values, and those at the cursor. */
export function Trend(props: Props) {
  const { label, times, series, window, timeZone, height, limits = [], marks = NO_MARKS, onZoom } = props;
  const { t } = useLingui();
  const isDark = useComputedColorScheme("light") === "dark";
  const frame = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(undefined);
  const [cursor, setCursor] = useState<TrendCursor>();
  const shape = JSON.stringify({
    series: series.map(({ label: name, unit, states, isSetpoint }) => ({
      label: name,
      unit,
      states,
      isSetpoint,
    })),
    limits,
  } satisfies TrendShape);
  const shown = useRef({ series, marks, window });
  const zoom = useEffectEvent(onZoom);
  const data = useMemo<uPlot.AlignedData>(
    () => [[...times], ...series.map(({ values }) => [...values])],
    [times, series],
  );
  const dataNow = useEffectEvent(() => data);

  // The cursor and a drag stay while new values come.
  useEffect(() => {
    shown.current = { series, marks, window };
    plot.current?.setData(data);
  }, [data, series, marks, window]);

  useEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const width = () => element.clientWidth || WIDTH_UNKNOWN_PX;
    const options = trendOptions({
      shape: JSON.parse(shape),
      isDark,
      timeZone,
      width: width(),
      height,
      current: () => shown.current,
      onCursor: setCursor,
      onZoom: (next) => zoom(next),
    });
    const made = new uPlot(options, dataNow(), element);
    plot.current = made;
    const observer = new ResizeObserver(() => made.setSize({ width: width(), height }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      made.destroy();
      plot.current = undefined;
    };
  }, [shape, isDark, timeZone, height]);

  // More is loaded than the window shows.
  const first = Math.max(
    0,
    times.findIndex((time) => time * 1_000 >= window.fromMs),
  );
  const last = times.findLastIndex((time) => time * 1_000 < window.toMs);
  const index = cursor && Math.min(last, Math.max(first, cursor.index));
  const latest = series.map((one) => {
    const newest = one.values.slice(0, last + 1).findLast((value) => typeof value === "number");
    return `${one.label} ${valueText(newest, one)}`;
  });
  const atCursor = useCursorText({ series, marks, times, index, timeZone });
  const isEmpty = series.every(({ values, suspects }) =>
    times.every((_, at) => at < first || at > last || (typeof values[at] !== "number" && !suspects.has(at))),
  );

  function moveTo(next: number): void {
    const plotted = plot.current;
    if (!plotted) return;
    plotted.setCursor({ left: plotted.valToPos(times[next] ?? 0, "x"), top: 0 });
  }

  const hideCursor = () => plot.current?.setCursor({ left: -1, top: -1 });

  return (
    <div className={classes["frame"]}>
      <TrendLegend series={series} limits={limits} marks={marks} isDark={isDark} />
      <Box pos="relative" mih={height}>
        <div role="img" aria-label={`${label}: ${latest.join(", ")}`} ref={frame} />
        {isEmpty && (
          <Center pos="absolute" inset={0} fz={14} c="dimmed" style={{ pointerEvents: "none" }}>
            {t`No data in this period`}
          </Center>
        )}
        {atCursor && cursor && <TrendTooltip text={atCursor} atPx={cursor.atPx} isDark={isDark} />}
      </Box>
      <input
        type="range"
        className={classes["cursor"]}
        aria-label={t`Time in the chart: ${label}`}
        aria-valuetext={atCursor?.time ?? t`No time chosen`}
        min={first}
        max={last}
        value={index ?? last}
        onChange={(event) => moveTo(Number(event.currentTarget.value))}
        onKeyDown={(event) => {
          if (event.key === "Escape") hideCursor();
        }}
        onBlur={hideCursor}
      />
      <VisuallyHidden component="output" aria-live="polite">
        {atCursor?.spoken}
      </VisuallyHidden>
    </div>
  );
}

interface TrendTooltipProps {
  text: CursorText;
  /** The cursor from the left of the picture, px. */
  atPx: number;
  isDark: boolean;
}

/** Between the cursor and the tooltip, px. */
const BESIDE_PX = 12;

/** All values at the cursor; a live text has them for screen readers. */
function TrendTooltip({ text, atPx, isDark }: TrendTooltipProps) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = box.current;
    const room = element?.parentElement?.clientWidth ?? 0;
    if (!element) return;
    const width = element.offsetWidth;
    const isRight = atPx + BESIDE_PX + width <= room;
    const left = isRight ? atPx + BESIDE_PX : atPx - BESIDE_PX - width;
    element.style.left = `${Math.max(0, Math.min(left, room - width))}px`;
  });
  return (
    <div ref={box} className={classes["tooltip"]} aria-hidden>
      <strong>{text.time}</strong>
      <ul>
        {text.values.map(({ label, text: value, place, isSetpoint }) => (
          <li key={place}>
            <LineSample place={place} isSetpoint={isSetpoint} isDark={isDark} />
            <span>{label}</span>
            <b>{value}</b>
          </li>
        ))}
        {text.marks.map(({ kind, fromMs, label }) => (
          <li key={`${kind}-${fromMs}-${label}`}>
            <MarkSign kind={kind} />
            <span data-mark>{label}</span>
          </li>
        ))}
      </ul>
      {text.marksLeftOut > 0 && <Trans>and {text.marksLeftOut} more</Trans>}
    </div>
  );
}
