import type uPlot from "uplot";

import { sharedGaps, type TrendMark, type TrendSeries } from "./trend-data.ts";

const inks = {
  light: { limit: "#343a40", alarm: "#c92a2a", mark: "#5c636a", gap: "#5c636a1f" },
  dark: { limit: "#d3dade", alarm: "#ff8787", mark: "#a6adb4", gap: "#a6adb426" },
} as const;

/** Height of the strip above the lines where marks have their signs, px. */
export const MARK_STRIP_PX = 14;
const SIGN_PX = 5;
const CROSS_PX = 4;
const ALARM_TINT = "3d";

export interface Drawing {
  series: readonly TrendSeries[];
  marks: readonly TrendMark[];
  /** Lines across, in the first scale's unit. */
  limits: readonly number[];
  scaleOf: (series: TrendSeries) => string;
  colors: readonly string[];
  isDark: boolean;
}

/** Below the lines: times without data. */
export function drawBelow(plot: uPlot, { series, isDark }: Drawing): void {
  const { ctx, bbox } = plot;
  const times = plot.data[0];
  const stepS = (times[1] ?? 0) - (times[0] ?? 0);
  ctx.save();
  ctx.fillStyle = (isDark ? inks.dark : inks.light).gap;
  for (const [from, to] of sharedGaps(series)) {
    const left = xOf(plot, times[from] ?? 0);
    ctx.fillRect(left, bbox.top, xOf(plot, (times[to - 1] ?? 0) + stepS) - left, bbox.height);
  }
  ctx.restore();
}

/** Px of a time; one outside of the window is at its edge. */
const xOf = (plot: uPlot, seconds: number) =>
  Math.min(plot.bbox.left + plot.bbox.width, Math.max(plot.bbox.left, plot.valToPos(seconds, "x", true)));

/** Above the lines: limits, suspect values as crosses, and the marks. */
export function drawAbove(plot: uPlot, drawing: Drawing): void {
  const { ctx, bbox } = plot;
  const { limits, scaleOf, series, isDark } = drawing;
  const px = devicePixelRatio;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top - MARK_STRIP_PX * px, bbox.width, bbox.height + MARK_STRIP_PX * px);
  ctx.clip();
  ctx.lineWidth = px;
  ctx.strokeStyle = (isDark ? inks.dark : inks.light).limit;
  ctx.setLineDash([5 * px, 4 * px]);
  ctx.beginPath();
  const scale = series[0] && scaleOf(series[0]);
  for (const limit of scale === undefined ? [] : limits) {
    const y = plot.valToPos(limit, scale ?? "", true);
    ctx.moveTo(bbox.left, y);
    ctx.lineTo(bbox.left + bbox.width, y);
  }
  ctx.stroke();
  drawMarks(plot, drawing);
  drawSuspects(plot, drawing);
  ctx.restore();
}

/** A sign in the strip above the lines and a vertical line; an alarm's strip is filled until it returned. */
function drawMarks(plot: uPlot, { marks, isDark }: Drawing): void {
  const { ctx, bbox } = plot;
  const ink = isDark ? inks.dark : inks.light;
  const px = devicePixelRatio;
  const stripTop = bbox.top - (MARK_STRIP_PX - 2) * px;
  ctx.setLineDash([2 * px, 3 * px]);
  for (const { kind, fromMs, toMs } of marks) {
    const x = plot.valToPos(fromMs / 1_000, "x", true);
    ctx.strokeStyle = kind === "alarm" ? ink.alarm : ink.mark;
    if (toMs !== null) {
      const left = xOf(plot, fromMs / 1_000);
      ctx.fillStyle = `${ink.alarm}${ALARM_TINT}`;
      ctx.fillRect(left, stripTop, xOf(plot, Math.min(toMs, Date.now()) / 1_000) - left, bbox.top - stripTop);
    }
    ctx.fillStyle = ctx.strokeStyle;
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    drawSign(ctx, kind, x, (stripTop + bbox.top) / 2, SIGN_PX * px);
  }
}

/** A triangle, a diamond or a square, which differ without colour. */
function drawSign(
  ctx: CanvasRenderingContext2D,
  kind: TrendMark["kind"],
  x: number,
  y: number,
  size: number,
): void {
  ctx.beginPath();
  if (kind === "alarm") {
    ctx.moveTo(x, y - size);
    ctx.lineTo(x + size, y + size);
    ctx.lineTo(x - size, y + size);
  } else if (kind === "command") {
    ctx.moveTo(x, y - size);
    ctx.lineTo(x + size, y);
    ctx.lineTo(x, y + size);
    ctx.lineTo(x - size, y);
  } else ctx.rect(x - size * 0.8, y - size * 0.8, size * 1.6, size * 1.6);
  ctx.fill();
}

/** A value outside the chart has its cross at the edge. */
function drawSuspects(plot: uPlot, { series, scaleOf, colors }: Drawing): void {
  const { ctx, bbox } = plot;
  const size = CROSS_PX * devicePixelRatio;
  ctx.setLineDash([]);
  ctx.lineWidth = 2 * devicePixelRatio;
  for (const [place, one] of series.entries()) {
    ctx.strokeStyle = colors[place % colors.length] ?? "gray";
    ctx.beginPath();
    for (const [index, value] of one.suspects) {
      const x = plot.valToPos(plot.data[0][index] ?? 0, "x", true);
      const y = Math.min(
        bbox.top + bbox.height - size,
        Math.max(bbox.top + size, plot.valToPos(value, scaleOf(one), true)),
      );
      ctx.moveTo(x - size, y - size);
      ctx.lineTo(x + size, y + size);
      ctx.moveTo(x + size, y - size);
      ctx.lineTo(x - size, y + size);
    }
    ctx.stroke();
  }
}
