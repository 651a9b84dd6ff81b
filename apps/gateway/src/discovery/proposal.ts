import { readdirSync } from "node:fs";

import type { FoundDevice, FoundPoint } from "@verandah/field/found-devices.ts";
import { objectTypeNames, objectTypes } from "@verandah/field/protocols/bacnet.ts";
import type { DeviceProfile, ProfileOf } from "@verandah/field/protocols/protocols.ts";
import { stringify } from "yaml";
import { z } from "zod";

import { profileOf, PROFILES_FOLDER } from "../device-profile.ts";
import type { GatewaySettings } from "../settings.ts";

/** Proposed additions to the settings: devices, and profiles for unknown types. */
export interface Proposal {
  profiles: Record<string, { protocol: string; points: object[] }>;
  devices: object[];
  /** Points of configured devices that their profile does not contain, by ssid. */
  morePoints: Record<string, ProposedPoint[]>;
  /** Remarks that a person should check. */
  remarks: string[];
}

interface ProposedPoint {
  id: string;
  object: [type: string, instance: number];
  unit: string;
}

type KnownProfiles = ReadonlyMap<string, ProfileOf<"bacnet">>;

/** The BACnet profiles of the gateway and of its settings. */
function knownProfiles(own: Readonly<Record<string, DeviceProfile>>): KnownProfiles {
  const names = readdirSync(PROFILES_FOLDER)
    .filter((file) => file.startsWith("bacnet-"))
    .map((file) => file.replace(/\.yaml$/, ""));
  const mine = Object.keys(own).filter((name) => own[name]?.protocol === "bacnet");
  return new Map([...new Set([...mine, ...names])].map((name) => [name, profileOf("bacnet", name, { own })]));
}

const keyOf = (type: number, instance: number) => `${type}:${instance}`;
const bacnetObject = z.tuple([z.enum(objectTypeNames), z.int()]);
function objectKey({ address }: FoundPoint): string {
  const [type, instance] = bacnetObject.parse(address["object"]);
  return keyOf(objectTypes[type], instance);
}
const profileKeys = (profile: ProfileOf<"bacnet">) =>
  new Set(profile.points.map(({ object }) => keyOf(object.type, object.instance)));

/**
 * A profile fits when the device has the same objects with the same names. The object alone is not enough: many devices have an
 * analog-input 1.
 */
function fits(profile: ProfileOf<"bacnet">, { points }: FoundDevice): boolean {
  const names = new Map(points.map((point) => [objectKey(point), point.name]));
  return profile.points.every(({ id, object }) => names.get(keyOf(object.type, object.instance)) === id);
}

function proposedPoints(points: readonly FoundPoint[], remarks: string[], of: string): ProposedPoint[] {
  return points.map(({ name, address, unit, fieldUnit }) => {
    if (!unit) remarks.push(`${of}: ${name} has the unknown unit ${fieldUnit}, so its proposed unit is none`);
    return { id: name, object: bacnetObject.parse(address["object"]), unit: unit ?? "none" };
  });
}

const bacnetAddress = z.object({ address: z.string(), instance: z.int() });

/** Compares the found devices with the settings. */
export function propose(found: readonly FoundDevice[], settings: GatewaySettings): Proposal {
  const proposal: Proposal = { profiles: {}, devices: [], morePoints: {}, remarks: [] };
  const profiles = knownProfiles(settings.profiles);
  const ours = settings.devices.filter((one) => one.driver === "bacnet");
  const nameOf = new Map<string, string>();
  for (const device of found) {
    const { points } = device;
    const { address, instance } = bacnetAddress.parse(device.address);
    // Only two devices with one instance have another key.
    const isDuplicate = device.key !== String(instance);
    if (isDuplicate)
      proposal.remarks.push(
        `Device instance ${instance} is used at ${address} and at another address: change one of them`,
      );
    const configured = ours.find((one) => one.instance === instance);
    if (configured && (configured.address === address || isDuplicate)) {
      const keys = profileKeys(profileOf("bacnet", configured.profile, { own: settings.profiles }));
      const more = points.filter((point) => !keys.has(objectKey(point)));
      if (configured.address === address && more.length > 0)
        proposal.morePoints[configured.ssid] = proposedPoints(more, proposal.remarks, configured.ssid);
      continue;
    }
    if (configured) {
      proposal.remarks.push(`${configured.ssid} (instance ${instance}) is now at ${address}`);
      continue;
    }
    if (points.length === 0 || isDuplicate) continue;
    const ssid = `BACNET-${instance}`;
    proposal.devices.push({
      ssid,
      driver: "bacnet",
      profile: profileFor(device, ssid, instance),
      address,
      instance,
    });
  }
  return proposal;

  /** A known profile, or a new one for all devices with the same objects. */
  function profileFor(device: FoundDevice, ssid: string, instance: number): string {
    const known = [...profiles].find(([, profile]) => fits(profile, device));
    if (known) return known[0];
    const shape = JSON.stringify(device.points.map((point) => ({ ...point, value: undefined })));
    const name = nameOf.get(shape) ?? `bacnet-${instance}`;
    if (!nameOf.has(shape)) {
      nameOf.set(shape, name);
      proposal.profiles[name] = {
        protocol: "bacnet",
        points: proposedPoints(device.points, proposal.remarks, ssid),
      };
    }
    return name;
  }
}

/** The proposal as text that a person can copy into the settings. */
export function proposalText(proposal: Proposal): string {
  const remarks = proposal.remarks.map((remark) => `# ${remark}.\n`).join("");
  const more = Object.entries(proposal.morePoints)
    .map(
      ([ssid, points]) =>
        `# ${ssid} has points that its profile does not contain:\n${stringify(points).replaceAll(/^(?=.)/gm, "#   ")}`,
    )
    .join("");
  const { profiles, devices } = proposal;
  if (devices.length === 0) return `${remarks}${more}# All found devices are configured.\n`;
  return (
    `${remarks}${more}# Give each device its ssid, and add a write range to each writable point: write: [min, max].\n` +
    "# The site file needs the units of a profile here. With `type: AHU`, for example, a profile is converted to those of its type.\n" +
    stringify(
      { ...(Object.keys(profiles).length > 0 && { profiles }), devices },
      { flowCollectionPadding: true },
    )
  );
}
