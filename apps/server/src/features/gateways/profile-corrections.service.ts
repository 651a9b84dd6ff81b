import type { Fix } from "@verandah/contract/gateways/first-hours.ts";
import { AppError } from "@verandah/contract/problems.ts";
import { isMap, isSeq, parseDocument, type YAMLMap } from "yaml";

import type { ActorCtx } from "#core/ctx.ts";
import { listTypesOf } from "#features/equipment/equipment.service.ts";

import * as repository from "./gateways.repository.ts";
import {
  addProfilePoints,
  listAllProfiles,
  type Profile,
  saveProfile,
  wholeYaml,
} from "./profiles.service.ts";

/** How the mapping of some devices was before a change. */
export interface ProfileChange {
  from: string;
  to: string;
  /** The text before, of a profile that was changed itself; null when the devices got a copy. */
  before: string | null;
  after: string;
  deviceIds: number[];
}

/** Fields that belong to the point, not to its address. */
const ownFields: ReadonlySet<string> = new Set(["id", "min", "max", "doubtedBy"]);
const isOwnField = (pair: YAMLMap["items"][number]) => ownFields.has(String(pair.key));
/** Digits of a scale without the noise of a product. */
const SCALE_DIGITS = 12;

function fixPoint(point: YAMLMap, fix: Fix, pointOf: (id: string) => YAMLMap, profile: Profile): void {
  if (fix.kind === "unit") point.set("unit", fix.unit);
  else if (fix.kind === "word-order")
    point.set("wordOrder", point.get("wordOrder") === "low-first" ? "high-first" : "low-first");
  else if (fix.kind === "scale") {
    const scale = profile.content.protocol === "bacnet" ? "factor" : "scale";
    for (const name of [scale, ...(point.has("offset") ? ["offset"] : [])]) {
      const before = Number(point.get(name) ?? 1);
      point.set(name, Number((before * fix.factor).toPrecision(SCALE_DIGITS)));
    }
  } else {
    const other = pointOf(fix.with);
    const [mine, its] = [point, other].map(({ items }) => items.filter((pair) => !isOwnField(pair)));
    point.items = [...point.items.filter(isOwnField), ...(its ?? [])];
    other.items = [...other.items.filter(isOwnField), ...(mine ?? [])];
  }
}

/** The text of a profile with fixes of some of its points. @throws AppError `not-found` for another point */
function fixedYaml(profile: Profile, fixes: ReadonlyMap<string, Fix>): string {
  const document = parseDocument(wholeYaml(profile));
  const points = document.get("points");
  const pointOf = (id: string) => {
    const found = isSeq(points) && points.items.find((item) => isMap(item) && item.get("id") === id);
    if (!isMap(found)) throw new AppError("not-found");
    return found;
  };
  for (const [id, fix] of fixes) fixPoint(pointOf(id), fix, pointOf, profile);
  return document.toString({ lineWidth: 0 });
}

/** A name that no profile has, such as `modbus-energy-meter-2`. */
function newNameOf(base: string, taken: ReadonlySet<string>): string {
  const stem = base.replace(/-\d+$/, "").slice(0, 56);
  let number = 2;
  while (taken.has(`${stem}-${number}`)) number += 1;
  return `${stem}-${number}`;
}

/** Fixes points of the profile of some devices: in place when only they have it, or as a copy that they get. */
export async function fixProfile(
  ctx: ActorCtx,
  profile: Profile,
  fixes: ReadonlyMap<string, Fix>,
  deviceIds: readonly number[],
): Promise<ProfileChange> {
  const { campusId } = ctx.actor;
  const { name: from, isOwn, yaml } = profile;
  const users = await repository.listDevicesWithProfile(ctx.db, campusId, from);
  const isInPlace = isOwn && users.every(({ id }) => deviceIds.includes(id));
  const taken = new Set((await listAllProfiles(ctx)).map(({ name }) => name));
  const to = isInPlace ? from : newNameOf(from, taken);
  const after = fixedYaml(profile, fixes);
  await repository.updateProfileOf(ctx.db, deviceIds, to);
  await saveProfile(ctx, { name: to, yaml: after });
  return { from, to, before: isInPlace ? yaml : null, after, deviceIds: [...deviceIds] };
}

/** Restores the mapping before `fixProfile`. @throws AppError `place-changed` when it has changed since */
export async function unfixProfile(ctx: ActorCtx, { from, to, before, after, deviceIds }: ProfileChange) {
  const profiles = await listAllProfiles(ctx);
  const users = await repository.listDevicesWithProfile(ctx.db, ctx.actor.campusId, to);
  const still = users.filter(({ id }) => deviceIds.includes(id));
  const source = profiles.find(({ name }) => name === from);
  if (profiles.find(({ name }) => name === to)?.yaml !== after || still.length === 0 || !source)
    throw new AppError("place-changed");
  if (before !== null) return saveProfile(ctx, { name: from, yaml: before });
  await repository.updateProfileOf(
    ctx.db,
    still.map(({ id }) => id),
    from,
  );
  await repository.deleteUnusedProfile(ctx.db, ctx.actor.campusId, to);
  const types = await listTypesOf(ctx, ctx.actor.campusId);
  return addProfilePoints(ctx, still, source.content, types);
}
