import {
  type FloorPlan,
  PLAN_HEIGHT,
  PLAN_WIDTH,
  type PlanDevice,
  type PlanPoint,
  type PlanZone,
} from "@verandah/contract/floor-plans/floor-plans.ts";

import { middleOf, onPlan } from "#shared/maps/plan-geometry.ts";

/** A drawing that was chosen and not yet saved. */
export interface NewDrawing {
  name: string;
  base64: string;
  /** Where the browser finds it meanwhile. */
  address: string;
}

/** Unsaved changes. */
export interface PlanDraft {
  readonly outlines: ReadonlyMap<number, readonly PlanPoint[] | null>;
  readonly positions: ReadonlyMap<number, PlanPoint | null>;
  /** Null: taken away; undefined: as it is. */
  readonly drawing: NewDrawing | null | undefined;
  /** The zone whose corners can be moved. */
  readonly selectedZone: number | undefined;
  /** Corners of the zone that is being drawn. */
  readonly corners: readonly PlanPoint[] | undefined;
}

export const emptyDraft: PlanDraft = {
  outlines: new Map(),
  positions: new Map(),
  drawing: undefined,
  selectedZone: undefined,
  corners: undefined,
};

export type DraftAction =
  | { kind: "outline"; id: number; outline: readonly PlanPoint[] | null }
  | { kind: "position"; id: number; position: PlanPoint | null }
  | { kind: "drawing"; drawing: NewDrawing | null | undefined }
  | { kind: "select"; id: number | undefined }
  | { kind: "draw"; id: number }
  | { kind: "corner"; point: PlanPoint }
  | { kind: "undo-corner" }
  | { kind: "finish" }
  | { kind: "stop" }
  | { kind: "discard" };

/** Fewest corners of a zone. */
export const CORNERS_MIN = 3;

export function changeDraft(draft: PlanDraft, action: DraftAction): PlanDraft {
  const { corners, selectedZone } = draft;
  switch (action.kind) {
    case "outline":
      return { ...draft, outlines: new Map(draft.outlines).set(action.id, action.outline) };
    case "position":
      return { ...draft, positions: new Map(draft.positions).set(action.id, action.position) };
    case "drawing":
      return { ...draft, drawing: action.drawing };
    case "select":
      return { ...draft, selectedZone: action.id, corners: undefined };
    case "draw":
      return { ...draft, selectedZone: action.id, corners: [] };
    case "corner":
      return corners ? { ...draft, corners: [...corners, onPlan(action.point)] } : draft;
    case "undo-corner":
      return corners ? { ...draft, corners: corners.slice(0, -1) } : draft;
    case "finish":
      if (!corners || corners.length < CORNERS_MIN || selectedZone === undefined) return draft;
      return { ...draft, outlines: new Map(draft.outlines).set(selectedZone, corners), corners: undefined };
    case "stop":
      return { ...draft, corners: undefined };
    case "discard":
      break;
  }
  return emptyDraft;
}

export function isChanged({ outlines, positions, drawing, corners = [] }: PlanDraft): boolean {
  return outlines.size > 0 || positions.size > 0 || drawing !== undefined || corners.length > 0;
}

/** Zones as they will be. */
export function draftZones(plan: FloorPlan, draft: PlanDraft): PlanZone[] {
  return plan.zones.map((zone) => {
    const outline = draft.outlines.get(zone.id);
    return outline === undefined ? zone : { ...zone, outline: outline && [...outline] };
  });
}

/** Devices as they will be. */
export function draftDevices(plan: FloorPlan, draft: PlanDraft): PlanDevice[] {
  return plan.devices.map((device) => {
    const position = draft.positions.get(device.id);
    return position === undefined ? device : { ...device, position };
  });
}

/** Sends only changed items, so that two editors of different items lose nothing. */
export function changeOf(draft: PlanDraft, version: number) {
  const { outlines, positions, drawing } = draft;
  return {
    version,
    ...(outlines.size > 0 && {
      zones: [...outlines].map(([id, outline]) => ({ id, outline: outline && [...outline] })),
    }),
    ...(positions.size > 0 && {
      devices: [...positions].map(([id, position]) => ({ id, position })),
    }),
    ...(drawing !== undefined && { drawing: drawing && drawing.base64 }),
  };
}

/** Where a device that is not on the plan is put first: into the middle of its zone, or else of the plan. */
export function firstPosition(device: PlanDevice, zones: readonly PlanZone[]): PlanPoint {
  const outline = zones.find(({ id }) => id === device.zoneId)?.outline;
  return outline ? middleOf(outline) : [PLAN_WIDTH / 2, PLAN_HEIGHT / 2];
}
