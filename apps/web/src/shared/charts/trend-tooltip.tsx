import { Trans } from "@lingui/react/macro";
import { useLayoutEffect, useRef } from "react";

import { LineSample, MarkSign } from "./trend-signs.tsx";
import type { CursorText } from "./use-cursor-text.ts";

import classes from "./trend.module.css";

interface Props {
  text: CursorText;
  /** The cursor from the left of the picture, px. */
  atPx: number;
  isDark: boolean;
}

/** Between the cursor and the tooltip, px. */
const BESIDE_PX = 12;

/** All values at the cursor; a live text has them for screen readers. */
export function TrendTooltip({ text, atPx, isDark }: Props) {
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
