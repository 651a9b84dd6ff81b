import type { PlanPoint } from "./shapes.ts";

export const PLAN_WIDTH = 420;
export const PLAN_HEIGHT = 590;
const MARGIN = 20;
const CORRIDOR_WIDTH = 60;
const WALL = 5;

export interface PlanCell {
  outline: PlanPoint[];
  /** West columns face west, east columns east; the first and last row also face north and south. */
  facingDegree: number;
  at(shareX: number, shareY: number): PlanPoint;
}

/** Two columns of `rows` rooms along a corridor that runs north to south through the core, row by row, west before east. */
export function cellsAlongCorridor(rows: number): PlanCell[] {
  const columnWidth = (PLAN_WIDTH - 2 * MARGIN - CORRIDOR_WIDTH) / 2;
  const rowHeight = (PLAN_HEIGHT - 2 * MARGIN - WALL * (rows - 1)) / rows;
  const cells: PlanCell[] = [];
  for (let row = 0; row < rows; row++) {
    for (const side of ["west", "east"] as const) {
      const left = side === "west" ? MARGIN : PLAN_WIDTH - MARGIN - columnWidth;
      const top = Math.round(MARGIN + row * (rowHeight + WALL));
      const bottom = Math.round(MARGIN + row * (rowHeight + WALL) + rowHeight);
      const right = left + columnWidth;
      const lean = rows === 1 ? 0 : 60 * (1 - (2 * row) / (rows - 1));
      cells.push({
        outline: [
          [left, top],
          [right, top],
          [right, bottom],
          [left, bottom],
        ],
        facingDegree: side === "west" ? 270 + lean * 0.75 : 90 - lean * 0.75,
        at: (shareX, shareY) => [
          Math.round(left + columnWidth * shareX),
          Math.round(top + (bottom - top) * shareY),
        ],
      });
    }
  }
  return cells;
}

/** The spot of the n-th plant room of the core, from the north. */
export function coreSpot(index: number, count: number): PlanPoint {
  return [PLAN_WIDTH / 2, Math.round((PLAN_HEIGHT * (index + 1)) / (count + 1))];
}
