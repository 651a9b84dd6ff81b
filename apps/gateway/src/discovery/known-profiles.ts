import { readdirSync } from "node:fs";

import type { FoundDevice, FoundPoint } from "@verandah/field/found-devices.ts";
import { objectTypeNames, objectTypes } from "@verandah/field/protocols/bacnet.ts";
import type { ProfileOf, Protocol } from "@verandah/field/protocols/protocols.ts";
import { z } from "zod";

import { profileOf, PROFILES_FOLDER } from "../device-profile.ts";
import type { GatewaySettings } from "../settings.ts";

/** The profiles of a protocol: those of the settings, and those of the gateway. */
export function profilesOf<P extends Protocol>(
  protocol: P,
  { profiles, types }: GatewaySettings,
): { name: string; profile: ProfileOf<P> }[] {
  const shipped = readdirSync(PROFILES_FOLDER)
    .filter((file) => file.startsWith(`${protocol}-`))
    .map((file) => file.replace(/\.yaml$/, ""));
  const own = Object.keys(profiles).filter((name) => profiles[name]?.protocol === protocol);
  return [...new Set([...own, ...shipped])].map((name) => ({
    name,
    profile: profileOf(protocol, name, { own: profiles, types }),
  }));
}

type BacnetProfile = ProfileOf<"bacnet">;
const keyOf = ({ type, instance }: BacnetProfile["points"][number]["object"]) => `${type}:${instance}`;
const bacnetObject = z.tuple([z.enum(objectTypeNames), z.int()]);

/** The object of a found point, in the form of `objectKeys`. */
export function objectKey({ address }: FoundPoint): string {
  const [type, instance] = bacnetObject.parse(address["object"]);
  return keyOf({ type: objectTypes[type], instance });
}
/** The objects of a profile. */
export const objectKeys = ({ points }: BacnetProfile): ReadonlySet<string> =>
  new Set(points.map(({ object }) => keyOf(object)));

/**
 * Names the profile whose objects the device has under the same names, and its points. The number of an object alone is not enough: many
 * devices have an analog-input 1.
 */
export function withProfile(
  device: FoundDevice,
  known: readonly { name: string; profile: BacnetProfile }[],
): FoundDevice {
  const names = new Map(device.points.map((point) => [objectKey(point), point.name]));
  const fit = known.find(({ profile }) =>
    profile.points.every(({ id, object }) => names.get(keyOf(object)) === id),
  );
  if (!fit) return device;
  const keys = objectKeys(fit.profile);
  return {
    ...device,
    profile: fit.name,
    points: device.points.map((point) => (keys.has(objectKey(point)) ? { ...point, id: point.name } : point)),
  };
}
