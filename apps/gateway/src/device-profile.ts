import { join } from "node:path";

import { findType } from "@verandah/equipment/catalogue.ts";
import type { EquipmentType } from "@verandah/equipment/schema.ts";
import { profileName } from "@verandah/field/protocols/fields.ts";
import { addTypeRules } from "@verandah/field/protocols/profile-point.ts";
import {
  type DeviceProfile,
  deviceProfile,
  type ProfileOf,
  type Protocol,
} from "@verandah/field/protocols/protocols.ts";
import { z } from "zod";

import { readYaml, SettingsError } from "./yaml-file.ts";

export const PROFILES_FOLDER = join(import.meta.dirname, "../profiles");
const fileOf = (folder: string, name: string) => join(folder, `${name}.yaml`);

const someFields = z.looseObject({ points: z.array(z.looseObject({ id: z.string() })).default([]) });
const extension = someFields.extend({ extends: profileName });

/** Adds the fields and points of the profile that a profile of a site extends. @throws SettingsError when there is no such profile */
function withExtended(raw: unknown): unknown {
  const own = extension.safeParse(raw).data;
  if (!own) return raw;
  const { extends: name, points, ...fields } = own;
  const shipped = readYaml(fileOf(PROFILES_FOLDER, name), someFields, "device profile");
  const changes = new Map(points.map((point) => [point.id, point]));
  const added = points.filter(({ id }) => !shipped.points.some((point) => point.id === id));
  const changed = shipped.points.map((point) => ({ ...point, ...changes.get(point.id) }));
  return { ...shipped, ...fields, points: [...changed, ...added] };
}

/** A profile of a site. With `extends` it has the points of a profile of the gateway, except for the fields that it changes. */
export const ownProfile = z.preprocess(withExtended, deviceProfile);

function isOf<P extends Protocol>(profile: DeviceProfile, protocol: P): profile is ProfileOf<P> {
  return profile.protocol === protocol;
}

export interface ProfileSources {
  /** Profiles of the settings file; they take precedence over those of the folder. */
  own?: Readonly<Record<string, DeviceProfile>>;
  folder?: string;
  /** Types that the site adds to the catalogue. */
  types?: readonly EquipmentType[];
}

/**
 * The profile `name`. Its points have the unit, range and write rule of its type of equipment.
 *
 * @throws SettingsError when the profile does not exist, is for another protocol, or contradicts its type
 */
export function profileOf<P extends Protocol>(
  protocol: P,
  name: string,
  { own = {}, folder = PROFILES_FOLDER, types = [] }: ProfileSources = {},
): ProfileOf<P> {
  const found = own[name] ?? readYaml(fileOf(folder, name), deviceProfile, "device profile");
  if (!isOf(found, protocol))
    throw new SettingsError(`The device profile ${name} is for ${found.protocol}, not for ${protocol}`);
  if (found.type === undefined) return found;
  const refuse = (why: string) => new SettingsError(`The device profile ${name} is wrong: ${why}`);
  const type = findType(types, found.type);
  if (!type) throw refuse(`there is no type ${found.type}`);
  const profile = structuredClone(found);
  for (const point of profile.points) addTypeRules(point, type, refuse);
  return profile;
}
