import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

import type * as contract from "@verandah/contract/gateways/gateways.ts";
import { inputRule, inputRuleText } from "@verandah/contract/input-rules.ts";
import { AppError } from "@verandah/contract/problems.ts";
import { findType } from "@verandah/equipment/catalogue.ts";
import type { EquipmentType } from "@verandah/equipment/schema.ts";
import { healthPoints, type PointDescription, pointsOfType } from "@verandah/field/points.ts";
import { writtenProfile } from "@verandah/field/protocols/fields.ts";
import { addTypeRules } from "@verandah/field/protocols/profile-point.ts";
import { deviceProfile, type DeviceProfile } from "@verandah/field/protocols/protocols.ts";
import { extendProfile, PROFILES_FOLDER } from "@verandah/field/shipped-profiles.ts";
import { type Document, LineCounter, parseDocument, stringify } from "yaml";
import type { z } from "zod";

import { type CampusCtx, type Ctx, inTransaction, type Service } from "#core/ctx.ts";
import { toError } from "#core/errors.ts";
import { recordAudit } from "#features/audit/audit.service.ts";
import { beginFirstHours, savePoints } from "#features/devices/devices-import.service.ts";
import { listTypesOf } from "#features/equipment/equipment.service.ts";

import * as repository from "./gateways.repository.ts";
import { pollMsOf } from "./models.service.ts";

export const refused = (field: string, text: string) =>
  new AppError("input-invalid", { fields: { [field]: text } });

/** Maximum number of lines about wrong fields in a reply. */
const LINES_MAX = 20;

/** Checks by a schema, with the texts of the product for its issues. */
export const check = <T extends z.ZodType>(schema: T, value: unknown) =>
  schema.safeParse(value, { error: (issue) => inputRuleText(inputRule(issue)) });

interface Yaml {
  value: unknown;
  /** The place of a field, e.g. `Line 3`; the nearest part above it when the text does not have it. */
  placeOf: (at: readonly PropertyKey[]) => string;
}

/** Reads YAML. @throws AppError `input-invalid` for the field `yaml` with each line that is wrong */
export function readYaml(text: string): Yaml {
  const lines = new LineCounter();
  const document: Document.Parsed = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const lineAt = (offset: number) => `Line ${lines.linePos(offset).line}`;
  if (document.errors.length > 0)
    throw refused(
      "yaml",
      document.errors.map(({ pos, message }) => `${lineAt(pos[0])}: ${message}`).join("\n"),
    );
  const offsetOf = (at: readonly PropertyKey[]): number => {
    const node: unknown = at.length === 0 ? document.contents : document.getIn(at, true);
    if (typeof node === "object" && node !== null && "range" in node && Array.isArray(node.range))
      return Number(node.range[0]);
    return at.length === 0 ? 0 : offsetOf(at.slice(0, -1));
  };
  try {
    return { value: document.toJS(), placeOf: (at) => lineAt(offsetOf(at)) };
  } catch (error) {
    // Too many aliases.
    throw refused("yaml", toError(error).message);
  }
}

/** @throws AppError `input-invalid` for the field `yaml` with a line for each issue */
export function refuseIssues(issues: readonly z.core.$ZodIssue[], { placeOf }: Yaml): never {
  const texts = issues.map(({ path: at, message }) =>
    [placeOf(at), [at.join("."), message].filter(Boolean).join(": ")].join(": "),
  );
  throw refused("yaml", texts.slice(0, LINES_MAX).join("\n"));
}

export interface Profile {
  name: string;
  yaml: string;
  isOwn: boolean;
  content: DeviceProfile;
}

let shipped: ReadonlyMap<string, Profile> | undefined;

/** The profiles that every gateway has. Read at the first call, so that they do not delay the start. */
function shippedProfiles(): ReadonlyMap<string, Profile> {
  shipped ??= new Map(
    readdirSync(PROFILES_FOLDER).map((file) => {
      const yaml = readFileSync(path.join(PROFILES_FOLDER, file), "utf8");
      const name = path.basename(file, ".yaml");
      return [name, { name, yaml, isOwn: false, content: deviceProfile.parse(readYaml(yaml).value) }];
    }),
  );
  return shipped;
}

/** Reads a profile of a site. @throws AppError `input-invalid` for the field `yaml`, with the lines that are wrong */
function readProfile(yaml: string, types: readonly EquipmentType[]): DeviceProfile {
  const read = readYaml(yaml);
  return profileOf(read.value, types, read);
}

/** @throws AppError `input-invalid` */
export function profileOf(value: unknown, types: readonly EquipmentType[], yaml: Yaml): DeviceProfile {
  const written = check(writtenProfile, value);
  if (!written.success) return refuseIssues(written.error.issues, yaml);
  const { extends: base } = written.data;
  const extended = base === undefined ? undefined : shippedProfiles().get(base);
  if (base !== undefined && !extended)
    throw refused("yaml", `${yaml.placeOf(["extends"])}: There is no profile ${base}`);
  const raw = extended ? extendProfile(readWritten(extended), written.data) : value;
  const whole = check(deviceProfile, raw);
  if (!whole.success) return refuseIssues(whole.error.issues, yaml);
  const { type: typeName, points } = structuredClone(whole.data);
  const type = typeName === undefined ? undefined : findType(types, typeName);
  if (typeName !== undefined && !type)
    throw refused("yaml", `${yaml.placeOf(["type"])}: There is no type ${typeName}`);
  for (const [at, point] of type ? points.entries() : [])
    if (type) addTypeRules(point, type, (why) => refused("yaml", `${yaml.placeOf(["points", at])}: ${why}`));
  return whole.data;
}

const readWritten = ({ yaml }: Profile) => writtenProfile.parse(readYaml(yaml).value);

/** A profile as YAML that has all of its points itself. */
export function wholeYaml({ yaml }: Pick<Profile, "yaml">): string {
  const written = writtenProfile.parse(readYaml(yaml).value);
  const base = shippedProfiles().get(written.extends ?? "");
  return base ? stringify(extendProfile(readWritten(base), written), { lineWidth: 0 }) : yaml;
}

/** All profiles that a device of the caller's campus can have, by name: its own first. */
export async function listAllProfiles(ctx: CampusCtx): Promise<Profile[]> {
  const { campusId } = ctx.actor;
  const types = await listTypesOf(ctx, campusId);
  const own = (await repository.listProfiles(ctx.db, [campusId])).map(({ name, yaml }) => ({
    name,
    yaml,
    isOwn: true,
    content: readProfile(yaml, types),
  }));
  return [...own, ...shippedProfiles().values()];
}

export const listProfiles: Service<typeof contract.listProfiles> = async (ctx) =>
  (await listAllProfiles(ctx)).map(({ name, isOwn, content }) => ({
    name,
    protocol: content.protocol,
    type: content.type ?? null,
    points: content.points.length,
    isOwn,
  }));

/** A profile as it is written. @throws AppError `not-found` */
export const getProfile: Service<typeof contract.getProfile> = async (ctx, { name }) => {
  const found = (await listAllProfiles(ctx)).find((one) => one.name === name);
  if (!found) throw new AppError("not-found");
  return { name, yaml: found.yaml, isOwn: found.isOwn };
};

/** The points of a device of a type behind a gateway: those that its profile has. */
export function pointsOf(
  type: Pick<EquipmentType, "points">,
  profile: DeviceProfile,
  intervalMs: number,
): PointDescription[] {
  const ids = new Set(profile.points.map(({ id }) => id));
  const own = pointsOfType(type, Math.max(intervalMs, 100)).filter(({ paramId }) => ids.has(paramId));
  return [...own, ...healthPoints(Math.max(intervalMs, 100))];
}

/**
 * Adds a profile of the caller's campus, or replaces it. Devices with the profile get its points.
 *
 * @throws AppError `input-invalid`, also for the name of a profile that all gateways have
 */
export const saveProfile: Service<typeof contract.saveProfile> = async (ctx, { name, yaml }) => {
  const { campusId } = ctx.actor;
  if (shippedProfiles().has(name)) throw refused("name", "Every gateway has a profile with this name");
  const types = await listTypesOf(ctx, campusId);
  const profile = readProfile(yaml, types);
  await inTransaction(ctx, async (inner) => {
    const known = await repository.listDevicesWithProfile(inner.db, campusId, name);
    for (const { type: deviceType } of known)
      if (profile.type !== undefined && profile.type !== deviceType)
        throw refused("yaml", `Devices of the type ${deviceType} have this profile`);
    await repository.upsertProfile(inner.db, { campusId, name, yaml });
    const present = known.filter(({ isRemoved }) => !isRemoved);
    await addProfilePoints(inner, present, profile, types);
    await recordAudit(inner, { action: "save-profile", target: `profile:${name}`, after: { yaml } });
  });
  return {};
};

/**
 * Removes a profile of the caller's campus.
 *
 * @throws AppError `not-found`, `item-in-use` with the names of the devices that have it, also removed ones
 */
export const removeProfile: Service<typeof contract.removeProfile> = async (ctx, { name }) => {
  const { campusId } = ctx.actor;
  await inTransaction(ctx, async (inner) => {
    const before = await repository.deleteProfile(inner.db, campusId, name);
    if (!before) throw new AppError("not-found");
    const known = await repository.listDevicesWithProfile(inner.db, campusId, name);
    if (known.length > 0)
      throw new AppError("item-in-use", { fields: { devices: known.map((one) => one.name).join(", ") } });
    await recordAudit(inner, { action: "remove-profile", target: `profile:${name}`, before });
  });
  return {};
};

/** Adds the points of a profile to devices that have it. */
export async function addProfilePoints(
  ctx: Ctx,
  devices: readonly { id: number; edgeId: number; type: string }[],
  profile: DeviceProfile,
  types: readonly EquipmentType[],
): Promise<void> {
  await savePoints(
    ctx,
    devices.flatMap(({ id, type: typeName }) => {
      const type = findType(types, typeName);
      return type ? pointsOf(type, profile, pollMsOf({})).map((point) => ({ ...point, deviceId: id })) : [];
    }),
  );
  const edgeIds = [...new Set(devices.map(({ edgeId }) => edgeId))];
  for (const row of await repository.listModelSettings(ctx.db, { ids: edgeIds }))
    await repository.updatePointIntervals(ctx.db, row.id, pollMsOf(row.settings));
  await beginFirstHours(
    ctx,
    devices.map(({ id }) => id),
  );
}
