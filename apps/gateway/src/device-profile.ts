import { join } from "node:path";

import { type DeviceProfile, deviceProfile, type ProfileOf, type Protocol } from "./drivers/protocols.ts";
import { readYaml, SettingsError } from "./yaml-file.ts";

export const PROFILES_FOLDER = join(import.meta.dirname, "../profiles");

function isOf<P extends Protocol>(profile: DeviceProfile, protocol: P): profile is ProfileOf<P> {
  return profile.protocol === protocol;
}

export interface ProfileSources {
  /** Profiles of the settings file, which go before those of the folder. */
  own?: Readonly<Record<string, DeviceProfile>>;
  folder?: string;
}

/**
 * The profile called `name`.
 *
 * @throws SettingsError when there is none, or it is of another protocol
 */
export function profileOf<P extends Protocol>(
  protocol: P,
  name: string,
  { own = {}, folder = PROFILES_FOLDER }: ProfileSources = {},
): ProfileOf<P> {
  const profile = own[name] ?? readYaml(join(folder, `${name}.yaml`), deviceProfile, "device profile");
  if (!isOf(profile, protocol))
    throw new SettingsError(`The device profile ${name} is for ${profile.protocol}, not for ${protocol}`);
  return profile;
}
