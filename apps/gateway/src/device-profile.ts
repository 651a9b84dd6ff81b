import { join } from "node:path";

import { findType } from "@verandah/equipment/catalogue.ts";
import type { EquipmentType } from "@verandah/equipment/schema.ts";

import { addTypeRules } from "./drivers/profile-point.ts";
import { type DeviceProfile, deviceProfile, type ProfileOf, type Protocol } from "./drivers/protocols.ts";
import { readYaml, SettingsError } from "./yaml-file.ts";

export const PROFILES_FOLDER = join(import.meta.dirname, "../profiles");

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
  const found = own[name] ?? readYaml(join(folder, `${name}.yaml`), deviceProfile, "device profile");
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
