import type { TrendMark } from "./trend-data.ts";
import { lineStyle } from "./trend-options.ts";

const RED = "var(--mantine-color-error)";
const GREY = "var(--mantine-color-dimmed)";

interface LineProps {
  place: number;
  isSetpoint: boolean | undefined;
  isDark: boolean;
}

/** A piece of a series' line, with its colour and dashes. */
export function LineSample({ place, isSetpoint, isDark }: LineProps) {
  const { color, dash } = lineStyle(place, isSetpoint, isDark);
  return (
    <svg width={26} height={10} aria-hidden style={{ flex: "none" }}>
      <path d="M0 5H26" stroke={color} strokeWidth={2.5} strokeDasharray={dash.join(" ")} fill="none" />
    </svg>
  );
}

/** The line of limits. */
export function LimitSample() {
  return (
    <svg width={26} height={10} aria-hidden style={{ flex: "none", color: "var(--mantine-color-text)" }}>
      <path d="M0 5H26" stroke="currentcolor" strokeWidth={1.5} strokeDasharray="5 4" fill="none" />
    </svg>
  );
}

const signs: Record<TrendMark["kind"], string> = {
  alarm: "M6 1L11 11H1Z",
  command: "M6 1L11 6L6 11L1 6Z",
  schedule: "M2 2H10V10H2Z",
};

/** The sign of a mark, as the chart draws it. */
export function MarkSign({ kind }: { kind: TrendMark["kind"] }) {
  return (
    <svg
      width={12}
      height={12}
      aria-hidden
      data-sign={kind}
      style={{ flex: "none", color: kind === "alarm" ? RED : GREY }}
    >
      <path d={signs[kind]} fill="currentcolor" />
    </svg>
  );
}
