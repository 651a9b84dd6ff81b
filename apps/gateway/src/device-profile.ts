import { join } from "node:path";

import { z } from "zod";

import { bacnetProfile } from "./drivers/bacnet/bacnet-profile.ts";
import { modbusProfile } from "./drivers/modbus/modbus-profile.ts";
import { nutProfile } from "./drivers/nut/nut-profile.ts";
import { snmpProfile } from "./drivers/snmp/snmp-profile.ts";
import { readYaml, SettingsError } from "./yaml-file.ts";

/** The one schema that every device profile is checked by, whatever its protocol. */
export const deviceProfile = z.discriminatedUnion("protocol", [
  bacnetProfile,
  modbusProfile,
  snmpProfile,
  nutProfile,
]);
export type DeviceProfile = z.output<typeof deviceProfile>;
export type Protocol = DeviceProfile["protocol"];
export type ProfileOf<P> = Extract<DeviceProfile, { protocol: P }>;

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
