import { PLAN_HEIGHT, PLAN_WIDTH } from "@verandah/contract/floor-plans/floor-plans.ts";
import { select } from "d3-selection";
import { zoom, zoomIdentity } from "d3-zoom";
import { type RefObject, useEffect, useRef, useState } from "react";

/** How the plan is moved and enlarged: a point of it stands at `k` times itself plus `x` and `y`. */
interface MapView {
  readonly x: number;
  readonly y: number;
  readonly k: number;
}

/** Most enlargement. */
const ZOOM_MAX = 8;
const BUTTON_STEP = 1.5;
const KEY_STEP = 1.25;
/** How far an arrow key moves the plan, plan units on the screen. */
const PAN_STEP = 40;
/** A press that moves less than this, px, is a click. */
const CLICK_SLACK_PX = 4;

const arrows: Record<string, readonly [number, number]> = {
  ArrowLeft: [PAN_STEP, 0],
  ArrowRight: [-PAN_STEP, 0],
  ArrowUp: [0, PAN_STEP],
  ArrowDown: [0, -PAN_STEP],
};

/** Marks elements with their own dragging. */
const ownDrag = "[data-own-drag]";

/**
 * The wheel scrolls the page, and enlarges with Ctrl or Cmd; one finger scrolls the page until the plan is enlarged, two pinch.
 */
function mayStart(event: Event, enlargement: number): boolean {
  if (event.target instanceof Element && event.target.closest(ownDrag)) return false;
  if (event instanceof WheelEvent) return event.ctrlKey || event.metaKey;
  if ("touches" in event && event.touches instanceof TouchList)
    return event.touches.length > 1 || enlargement > 1;
  return event instanceof MouseEvent && event.button === 0 && !event.ctrlKey;
}

const box: [[number, number], [number, number]] = [
  [0, 0],
  [PLAN_WIDTH, PLAN_HEIGHT],
];

interface MapZoom {
  /** Around the plan and its buttons: keys that are pressed in it move the plan. */
  frame: RefObject<HTMLDivElement | null>;
  svg: RefObject<SVGSVGElement | null>;
  view: MapView;
  zoomIn: () => void;
  zoomOut: () => void;
  reset: () => void;
}

/** Enlarging and moving of a plan by wheel, fingers, mouse, buttons and keys; never beyond its edges. What gets the focus is moved into sight. */
export function useMapZoom(): MapZoom {
  const frame = useRef<HTMLDivElement>(null);
  const svg = useRef<SVGSVGElement>(null);
  const zooming = useRef<Zooming>(undefined);
  const [view, setView] = useState<MapView>({ x: 0, y: 0, k: 1 });

  useEffect(() => {
    const [around, element] = [frame.current, svg.current];
    if (!around || !element) return undefined;
    const made = makeZooming(element, setView);
    zooming.current = made;
    const onKey = (event: KeyboardEvent) => made.press(event);
    const onFocus = (event: FocusEvent) => made.show(event.target);
    around.addEventListener("keydown", onKey);
    element.addEventListener("focusin", onFocus);
    return () => {
      around.removeEventListener("keydown", onKey);
      element.removeEventListener("focusin", onFocus);
      made.end();
    };
  }, []);

  return {
    frame,
    svg,
    view,
    zoomIn: () => zooming.current?.scaleBy(BUTTON_STEP),
    zoomOut: () => zooming.current?.scaleBy(1 / BUTTON_STEP),
    reset: () => zooming.current?.reset(),
  };
}

interface Zooming {
  scaleBy: (factor: number) => void;
  reset: () => void;
  press: (event: KeyboardEvent) => void;
  show: (target: EventTarget | null) => void;
  end: () => void;
}

function makeZooming(element: SVGSVGElement, onView: (view: MapView) => void): Zooming {
  let enlargement = 1;
  const behavior = zoom<SVGSVGElement, unknown>()
    .extent(box)
    .translateExtent(box)
    .scaleExtent([1, ZOOM_MAX])
    .clickDistance(CLICK_SLACK_PX)
    .filter((event: Event) => mayStart(event, enlargement))
    .on("zoom", ({ transform: { x, y, k } }: { transform: MapView }) => {
      enlargement = k;
      onView({ x, y, k });
    });
  const selection = select<SVGSVGElement, unknown>(element).call(behavior).on("dblclick.zoom", null);

  const scaleBy = (factor: number) => behavior.scaleBy(selection, factor, [PLAN_WIDTH / 2, PLAN_HEIGHT / 2]);
  const reset = () => behavior.transform(selection, zoomIdentity);

  function press(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = enlargement > 1 ? arrows[event.key] : undefined;
    if (event.key === "+" || event.key === "=") scaleBy(KEY_STEP);
    else if (event.key === "-") scaleBy(1 / KEY_STEP);
    else if (event.key === "0") reset();
    else if (arrow) behavior.translateBy(selection, arrow[0] / enlargement, arrow[1] / enlargement);
    else return;
    event.preventDefault();
  }

  function show(target: EventTarget | null): void {
    if (enlargement === 1 || !(target instanceof SVGElement)) return;
    const [inner, outer] = [target.getBoundingClientRect(), element.getBoundingClientRect()];
    const unit = (enlargement * outer.width) / PLAN_WIDTH;
    const x = Math.max(0, outer.left - inner.left) - Math.max(0, inner.right - outer.right);
    const y = Math.max(0, outer.top - inner.top) - Math.max(0, inner.bottom - outer.bottom);
    if (x !== 0 || y !== 0) behavior.translateBy(selection, x / unit, y / unit);
  }

  return { scaleBy, reset, press, show, end: () => void selection.on(".zoom", null) };
}
