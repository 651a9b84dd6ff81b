import { randomUUID } from "node:crypto";

import {
  type addTreeItem as addTreeItemRoute,
  type CampusTreeNode,
  childTypes,
} from "@verandah/contract/campuses/campus-tree.ts";
import type { ZoneType } from "@verandah/contract/campuses/campuses.ts";
import { AppError } from "@verandah/contract/problems.ts";
import type { InputOf } from "@verandah/contract/route.ts";

import { type ActorCtx, inTransaction, type Service } from "#core/ctx.ts";
import { recordAudit } from "#features/audit/audit.service.ts";

import { insertSpace } from "./campus-tree.repository.ts";
import { lockTree, refuseDeck, refuseTakenName } from "./campus-tree.service.ts";
import * as repository from "./campuses.repository.ts";
import { getLocationRow } from "./campuses.service.ts";
import { nodeTypes } from "./node-types.ts";

const zoneTypes = {
  building: "GL_LOCATION_TYPE_BUILDING",
  floor: "GL_LOCATION_TYPE_FLOOR",
  zone: "GL_LOCATION_TYPE_ZONE",
  area: "GL_LOCATION_TYPE_AREA",
} as const satisfies Partial<Record<CampusTreeNode["type"], ZoneType>>;

const ownColumns = { building: "buildingId", floor: "floorId", zone: "zoneId", area: undefined } as const;

type Input = InputOf<typeof addTreeItemRoute>;

/**
 * Adds a place, seat or room below a place of the caller's campus. No site file contains it, so no import changes it.
 *
 * @throws AppError `not-found`, `place-name-taken`, `input-invalid` for a place that cannot have such an item
 */
export const addTreeItem: Service<typeof addTreeItemRoute> = (ctx, input) => {
  return inTransaction(ctx, async (inner) => {
    // The new place gets the floor and building of its parent, so the parent must not move at the same time.
    await lockTree(inner);
    const parent = await getLocationRow(inner, input.parent);
    const parentType = nodeTypes[parent.zoneType];
    const possible: readonly string[] = parentType ? childTypes[parentType] : [];
    if (!possible.includes(input.type))
      throw new AppError("input-invalid", { fields: { parent: "Choose a place" } });
    if (input.type === "seat") await refuseDeck(inner, parent.id);
    const kind = input.type === "seat" || input.type === "room" ? "space" : "place";
    await refuseTakenName(inner, { kind, parent: parent.id, title: input.title });
    const id = await insertItem(inner, parent, input);
    await recordAudit(inner, { action: `add-${kind}`, target: `${kind}:${id}`, after: input });
    return { id };
  });
};

async function insertItem(ctx: ActorCtx, parent: repository.LocationRow, input: Input): Promise<number> {
  const { type, title: name, floor_type: floorType = "wlms", seats = 1, facilities } = input;
  const { campusId } = ctx.actor;
  const key = randomUUID();
  if (type === "seat" || type === "room")
    return insertSpace(ctx.db, campusId, {
      key,
      name,
      kind: type,
      seats: type === "seat" ? 1 : seats,
      facilities: type === "seat" ? undefined : [...new Set(facilities)],
      zoneId: parent.id,
    });
  const { buildingId, floorId, zoneId } = parent;
  const added = await repository.upsertLocations(ctx.db, campusId, [
    {
      key,
      name,
      zoneType: zoneTypes[type],
      floorType: type === "floor" ? floorType : null,
      parentId: parent.id,
      buildingId,
      floorId,
      zoneId,
      outline: undefined,
    },
  ]);
  const id = added.get(key)?.id ?? 0;
  const own = ownColumns[type];
  if (own) await repository.updateOwnAncestor(ctx.db, [id], own);
  return id;
}
