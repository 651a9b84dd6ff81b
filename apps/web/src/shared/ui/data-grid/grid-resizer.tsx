import { useLingui } from "@lingui/react/macro";
import { Box } from "@mantine/core";
import { type KeyboardEvent, type PointerEvent, useRef } from "react";

import classes from "./data-grid.module.css";

/** One press of an arrow key, px. */
const STEP_PX = 16;
const WIDEST_PX = 1_200;

interface Props {
  header: string;
  /** Px. */
  leastWidth: number;
  /** Px; undefined: as wide as its content. */
  width: number | undefined;
  onResize: (width: number | undefined) => void;
}

/** The handle at a column's edge: dragged, or moved with the arrow keys; Home sets the minimum width, a double click the default width. */
export function GridResizer({ header, leastWidth, width, onResize }: Props) {
  const { t } = useLingui();
  const handle = useRef<HTMLDivElement>(null);
  const drag = useRef<{ fromX: number; fromWidth: number }>(undefined);
  const current = () => width ?? Math.round(handle.current?.parentElement?.offsetWidth ?? leastWidth);
  const resize = (wanted: number) => onResize(Math.round(Math.min(WIDEST_PX, Math.max(leastWidth, wanted))));

  function press(event: KeyboardEvent) {
    const widths: Record<string, number> = {
      ArrowRight: current() + STEP_PX,
      ArrowLeft: current() - STEP_PX,
      Home: leastWidth,
      End: WIDEST_PX,
    };
    const wanted = widths[event.key];
    if (wanted === undefined) return;
    event.preventDefault();
    resize(wanted);
  }

  return (
    <Box
      ref={handle}
      role="separator"
      aria-orientation="vertical"
      aria-label={t`Width of ${header}`}
      aria-valuenow={width ?? leastWidth}
      aria-valuemin={leastWidth}
      aria-valuemax={WIDEST_PX}
      tabIndex={0}
      className={classes["resizer"] ?? ""}
      onKeyDown={press}
      onDoubleClick={() => onResize(undefined)}
      onPointerDown={(event: PointerEvent<HTMLDivElement>) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = { fromX: event.clientX, fromWidth: current() };
      }}
      onPointerMove={({ clientX }: PointerEvent) => {
        if (drag.current) resize(drag.current.fromWidth + clientX - drag.current.fromX);
      }}
      onPointerUp={() => {
        drag.current = undefined;
      }}
      onPointerCancel={() => {
        drag.current = undefined;
      }}
    />
  );
}
