import type { PlanPoint } from "@verandah/contract/floor-plans/floor-plans.ts";
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from "react";

import { onPlan } from "#shared/maps/plan-geometry.ts";

import classes from "./plan-editor.module.css";

/** How far an arrow key moves a point, plan units; with Shift by single ones. */
const ARROW_STEP = 10;

const arrows: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Where on the plan a pointer is; the element's parent is drawn in plan units. */
export function planPointOf(
  event: PointerEvent<SVGElement> | React.MouseEvent<SVGElement>,
): PlanPoint | undefined {
  const parent = event.currentTarget.parentNode;
  const matrix = parent instanceof SVGGraphicsElement ? parent.getScreenCTM() : null;
  if (!matrix) return undefined;
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
  return onPlan([x, y]);
}

function keepPage(event: TouchEvent): void {
  if (event.cancelable) event.preventDefault();
}

/** Touch moves the point and not the page: some browsers ignore `touch-action` inside a drawing. */
function keepPageStill(element: SVGGElement | null): (() => void) | undefined {
  element?.addEventListener("touchmove", keepPage, { passive: false });
  return element ? () => element.removeEventListener("touchmove", keepPage) : undefined;
}

interface Props {
  point: PlanPoint;
  label: string;
  /** Enlargement of the plan; the point keeps its size. */
  k: number;
  /** Without it the point cannot be moved. */
  onMove?: (to: PlanPoint) => void;
  /** Enter, space or a click. */
  onPress?: (() => void) | undefined;
  /** Delete. */
  onRemove?: (() => void) | undefined;
  children: ReactNode;
}

/** Something on the plan that is moved by mouse, finger or arrow keys, or pressed. */
export function DraggablePoint({ point, label, k, onMove, onPress, onRemove, children }: Props) {
  const isDragged = useRef(false);

  function drag(event: PointerEvent<SVGGElement>): void {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const to = planPointOf(event);
    if (!onMove || !to || (to[0] === point[0] && to[1] === point[1])) return;
    isDragged.current = true;
    onMove(to);
  }

  function press(event: KeyboardEvent<SVGGElement>): void {
    const arrow = arrows[event.key];
    const step = event.shiftKey ? 1 : ARROW_STEP;
    if (arrow && onMove) onMove(onPlan([point[0] + step * arrow[0], point[1] + step * arrow[1]]));
    else if (onRemove && (event.key === "Delete" || event.key === "Backspace")) onRemove();
    else if (onPress && (event.key === "Enter" || event.key === " ")) onPress();
    else return;
    event.preventDefault();
  }

  return (
    <g
      ref={keepPageStill}
      role="button"
      tabIndex={0}
      aria-label={label}
      data-own-drag
      data-moves={onMove !== undefined}
      className={classes["draggable"]}
      transform={`translate(${point.join(" ")}) scale(${1 / k})`}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        isDragged.current = false;
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={drag}
      onClick={() => {
        if (!isDragged.current) onPress?.();
      }}
      onKeyDown={press}
    >
      <circle className={classes["target"]} />
      {children}
    </g>
  );
}
