import {
  type FloorPlan,
  getDrawing,
  PLAN_HEIGHT,
  PLAN_WIDTH,
  type PlanPoint,
} from "@verandah/contract/floor-plans/floor-plans.ts";

/** Space of a zone's name from its edge, plan units. */
const LABEL_INSET = 6;
/** Distance between the lines on which a place for the name is looked for. */
const LABEL_STEP = 6;

const round = (value: number) => Math.round(value);

/** Where a plan's uploaded drawing is; undefined when it has none. */
export function drawingAddress(plan: FloorPlan): string | undefined {
  if (!plan.drawing) return undefined;
  return `${getDrawing.path.replace(":id", String(plan.id))}?version=${plan.drawing.version}`;
}

/** The nearest whole point on the plan. */
export function onPlan([x, y]: PlanPoint): PlanPoint {
  return [Math.min(PLAN_WIDTH, Math.max(0, round(x))), Math.min(PLAN_HEIGHT, Math.max(0, round(y)))];
}

export function cornersText(outline: readonly PlanPoint[]): string {
  return outline.map((corner) => corner.join(",")).join(" ");
}

/** Left and right ends of the part of a horizontal line that lies within an outline, the widest one. */
function widestChord(outline: readonly PlanPoint[], y: number): [left: number, right: number] | undefined {
  const crossings = outline
    .flatMap(([x1, y1], at) => {
      const [x2, y2] = outline[(at + 1) % outline.length] ?? [x1, y1];
      return y1 <= y === y2 <= y ? [] : [x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)];
    })
    .toSorted((a, b) => a - b);
  let widest: [number, number] | undefined;
  for (let at = 0; at + 1 < crossings.length; at += 2) {
    const chord: [number, number] = [crossings[at] ?? 0, crossings[at + 1] ?? 0];
    if (!widest || chord[1] - chord[0] > widest[1] - widest[0]) widest = chord;
  }
  return widest;
}

/** Where the text of a zone begins: in its upper part, where a line of the wanted width fits, or else where it is widest. */
export function labelSpot(outline: readonly PlanPoint[], width: number): PlanPoint {
  const ys = outline.map(([, y]) => y);
  const top = Math.min(...ys);
  const bottom = Math.max(...ys);
  let best: { spot: PlanPoint; width: number } | undefined;
  for (let y = top + LABEL_STEP; y < bottom; y += LABEL_STEP) {
    const chord = widestChord(outline, y);
    if (!chord) continue;
    const room = chord[1] - chord[0];
    if (!best || room > best.width) best = { spot: [chord[0] + LABEL_INSET, y - LABEL_STEP], width: room };
    if (room >= width) break;
  }
  return best?.spot ?? outline[0] ?? [0, 0];
}

/** The middle of an outline's corners. */
export function middleOf(outline: readonly PlanPoint[]): PlanPoint {
  const sum = outline.reduce(([sumX, sumY], [x, y]) => [sumX + x, sumY + y], [0, 0]);
  return onPlan([(sum[0] ?? 0) / outline.length, (sum[1] ?? 0) / outline.length]);
}
