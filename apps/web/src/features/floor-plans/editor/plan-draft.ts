import {
  type FloorPlan,
  PLAN_HEIGHT,
  PLAN_WIDTH,
  type PlanPoint,
  type PlanZone,
} from "@verandah/contract/floor-plans/floor-plans.ts";

import { middleOf, onPlan } from "#shared/maps/plan-geometry.ts";

/** A drawing that was chosen and not yet saved. */
export interface NewDrawing {
  name: string;
  base64: string;
  /** Where the browser finds it meanwhile, cleaned. */
  address: string;
  /** Labels that it loses. */
  lostLabels: readonly string[];
  /** Whether it has a view box, or a width and a height. */
  hasSize: boolean;
}

/** A device, seat or room of a floor. */
export interface PlanItem {
  /** Unique on the floor, such as `devices-7`. */
  readonly key: string;
  readonly name: string;
  /** A type of equipment, `seat` or `room`. */
  readonly type: string;
  readonly zoneId: number | null;
  /** Null: not on the plan. */
  readonly position: PlanPoint | null;
}

/** Unsaved changes. */
export interface PlanDraft {
  readonly outlines: ReadonlyMap<number, readonly PlanPoint[] | null>;
  /** By `PlanItem.key`. */
  readonly positions: ReadonlyMap<string, PlanPoint | null>;
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
  | { kind: "position"; key: string; position: PlanPoint | null }
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
      return { ...draft, positions: new Map(draft.positions).set(action.key, action.position) };
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

const ofDevice = ({ id, name, type, zoneId, position }: FloorPlan["devices"][number]): PlanItem => ({
  key: `devices-${id}`,
  name,
  type,
  zoneId,
  position,
});

const ofSpace = ({ id, name, kind, zoneId, position }: FloorPlan["spaces"][number]): PlanItem => ({
  key: `spaces-${id}`,
  name,
  type: kind,
  zoneId,
  position,
});

/** Devices, seats and rooms as they will be. */
export function draftItems(plan: FloorPlan, draft: PlanDraft): PlanItem[] {
  return [...plan.devices.map(ofDevice), ...plan.spaces.map(ofSpace)].map((item) => {
    const position = draft.positions.get(item.key);
    return position === undefined ? item : { ...item, position };
  });
}

/** The changed positions of one kind of item. */
function changedPositions({ positions }: PlanDraft, kind: "devices" | "spaces") {
  const changed = [...positions].flatMap(([key, position]) =>
    key.startsWith(kind) ? [{ id: Number(key.slice(kind.length + 1)), position }] : [],
  );
  return changed.length > 0 && { [kind]: changed };
}

/** Sends only changed items, so that two editors of different items lose nothing. */
export function changeOf(draft: PlanDraft, version: number) {
  const { outlines, drawing } = draft;
  return {
    version,
    ...(outlines.size > 0 && {
      zones: [...outlines].map(([id, outline]) => ({ id, outline: outline && [...outline] })),
    }),
    ...changedPositions(draft, "devices"),
    ...changedPositions(draft, "spaces"),
    ...(drawing !== undefined && { drawing: drawing && drawing.base64 }),
  };
}

/** Where an item that is not on the plan is put first: into the middle of its zone, or else of the plan. */
export function firstPosition(item: PlanItem, zones: readonly PlanZone[]): PlanPoint {
  const outline = zones.find(({ id }) => id === item.zoneId)?.outline;
  return outline ? middleOf(outline) : [PLAN_WIDTH / 2, PLAN_HEIGHT / 2];
}
