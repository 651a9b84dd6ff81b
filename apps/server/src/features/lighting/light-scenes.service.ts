import type * as contract from "@verandah/contract/lighting/light-scenes.ts";
import { type LightScene, SCENES_MAX, type SceneMember } from "@verandah/contract/lighting/light-scenes.ts";
import type { Light } from "@verandah/contract/lighting/lights.ts";
import { AppError } from "@verandah/contract/problems.ts";
import { channelSuffixes } from "@verandah/equipment/light-group.ts";

import { type ActorCtx, inTransaction, type Service } from "#core/ctx.ts";
import { recordAudit } from "#features/audit/audit.service.ts";
import { getLocationRow } from "#features/campuses/campuses.service.ts";

import * as repository from "./light-scenes.repository.ts";
import { listMeasuredLights, type MeasuredLight, readChannel } from "./lighting.service.ts";

/** @throws AppError `not-found` for a place that is not a zone of the caller's campus */
async function checkZone(ctx: ActorCtx, id: number): Promise<void> {
  const { zoneType } = await getLocationRow(ctx, id);
  if (zoneType !== "GL_LOCATION_TYPE_ZONE") throw new AppError("not-found");
}

/** The scenes of a zone. @throws AppError `not-found` */
export async function listLightScenes(ctx: ActorCtx, { zone }: { zone: number }): Promise<LightScene[]> {
  await checkZone(ctx, zone);
  return repository.listScenes(ctx.db, zone);
}

/** The names of the scenes of a zone that contain any of the given lights. */
export async function listScenesWith(
  ctx: ActorCtx,
  zoneId: number,
  ssids: readonly string[],
): Promise<string[]> {
  const scenes = await repository.listScenes(ctx.db, zoneId);
  return scenes
    .filter(({ members }) => members.some(({ ssid }) => ssids.includes(ssid)))
    .map(({ name }) => name);
}

/** The confirmed channels of a light; undefined when a channel is not confirmed. */
function membersOf(light: MeasuredLight): SceneMember[] | undefined {
  const members: SceneMember[] = [];
  for (const suffix of channelSuffixes[light.type]) {
    const { level, isAuto } = readChannel(light, suffix);
    if (level === null || isAuto === null) return undefined;
    members.push({ ssid: light.ssid, suffix, to: isAuto ? "auto" : Math.round(level) });
  }
  return members;
}

const keyOf = ({ ssid, suffix }: Pick<SceneMember, "ssid" | "suffix">) => `${ssid} ${suffix}`;

/** @throws AppError `input-invalid` */
function checkMembers(lights: readonly Light[], members: readonly SceneMember[]): void {
  const channels = new Set(
    lights.flatMap(({ ssid, type }) => channelSuffixes[type].map((suffix) => keyOf({ ssid, suffix }))),
  );
  const keys = members.map(keyOf);
  if (!keys.every((key) => channels.has(key)))
    throw new AppError("input-invalid", { fields: { members: "Choose lights of the zone" } });
  if (new Set(keys).size < keys.length)
    throw new AppError("input-invalid", { fields: { members: "Each light once" } });
}

/**
 * Saves a scene: the levels in `members`, or without them the confirmed state of the zone's lights.
 *
 * @throws AppError `not-found`, `scene-name-taken`, `scene-limit`
 * @throws AppError `input-invalid` for a light of another place, or a light that is listed twice
 * @throws AppError `scene-lights-unknown` when no light of the zone is confirmed
 */
export const saveLightScene: Service<typeof contract.saveLightScene> = async (
  ctx,
  { zone, name, members: chosen },
) => {
  await checkZone(ctx, zone);
  const { lights } = await listMeasuredLights(ctx, { id: zone });
  if (chosen) checkMembers(lights, chosen);
  const known = lights.map((light) => ({
    name: light.name,
    members: chosen ? chosen.filter(({ ssid }) => ssid === light.ssid) : membersOf(light),
  }));
  const members = known.flatMap((one) => one.members ?? []);
  if (members.length === 0) throw new AppError("scene-lights-unknown");
  return inTransaction(ctx, async (inner) => {
    await repository.lockZone(inner.db, zone);
    const scenes = await repository.listScenes(inner.db, zone);
    if (scenes.length >= SCENES_MAX) throw new AppError("scene-limit");
    const { campusId } = inner.actor;
    const scene = await repository.insertScene(inner.db, {
      campusId,
      zoneId: zone,
      name,
      members,
      createdAt: inner.now(),
    });
    if (!scene) throw new AppError("scene-name-taken");
    const after = { name, lights: members.length };
    await recordAudit(inner, { action: "save-light-scene", target: `light-scene:${scene.id}`, after });
    return { scene, leftOut: known.flatMap((one) => (one.members ? [] : [one.name])) };
  });
};

async function lockScene(ctx: ActorCtx, id: number): Promise<LightScene> {
  const scene = await repository.lockScene(ctx.db, ctx.actor.campusId, id);
  if (!scene) throw new AppError("not-found");
  return scene;
}

/** @throws AppError `not-found`, `scene-name-taken` */
export const renameLightScene: Service<typeof contract.renameLightScene> = async (ctx, { id, name }) =>
  inTransaction(ctx, async (inner) => {
    const before = await lockScene(inner, id);
    await repository.lockZone(inner.db, before.zoneId);
    const others = await repository.listScenes(inner.db, before.zoneId);
    const isTaken = others.some((one) => one.id !== id && one.name.toLowerCase() === name.toLowerCase());
    if (isTaken) throw new AppError("scene-name-taken");
    await repository.updateName(inner.db, id, name);
    await recordAudit(inner, {
      action: "rename-light-scene",
      target: `light-scene:${id}`,
      before: { name: before.name },
      after: { name },
    });
    return { ...before, name };
  });

/** @throws AppError `not-found` */
export async function deleteLightScene(ctx: ActorCtx, { id }: { id: number }): Promise<{ id: number }> {
  return inTransaction(ctx, async (inner) => {
    const { name } = await lockScene(inner, id);
    await repository.deleteScene(inner.db, id);
    await recordAudit(inner, {
      action: "delete-light-scene",
      target: `light-scene:${id}`,
      before: { name },
    });
    return { id };
  });
}
