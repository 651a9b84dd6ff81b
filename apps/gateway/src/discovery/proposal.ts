import { readdirSync } from "node:fs";

import { unitOfBacnet } from "@verandah/equipment/unit-conversions.ts";
import { objectTypes } from "@verandah/field/protocols/bacnet.ts";
import type { DeviceProfile, ProfileOf } from "@verandah/field/protocols/protocols.ts";
import { stringify } from "yaml";

import { profileOf, PROFILES_FOLDER } from "../device-profile.ts";
import type { GatewaySettings } from "../settings.ts";
import type { FoundDevice, FoundObject } from "./discover-bacnet.ts";

/** Proposed additions to the settings: devices, and profiles for unknown types. */
export interface Proposal {
  profiles: Record<string, { protocol: "bacnet"; points: ProposedPoint[] }>;
  devices: { ssid: string; driver: "bacnet"; profile: string; address: string; instance: number }[];
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
const objectKey = ({ type, instance }: FoundObject) => keyOf(objectTypes[type], instance);
const profileKeys = (profile: ProfileOf<"bacnet">) =>
  new Set(profile.points.map(({ object }) => keyOf(object.type, object.instance)));

/**
 * A profile fits when the device has the same objects with the same names. The object alone is not enough: many devices have an
 * analog-input 1.
 */
function fits(profile: ProfileOf<"bacnet">, device: FoundDevice): boolean {
  const names = new Map(device.objects.map((object) => [objectKey(object), object.name]));
  return profile.points.every(({ id, object }) => names.get(keyOf(object.type, object.instance)) === id);
}

function proposedPoints(objects: readonly FoundObject[], remarks: string[], of: string): ProposedPoint[] {
  const used = new Set<string>();
  return objects.map(({ type, instance, name, units }) => {
    const unit = unitOfBacnet(units);
    if (!unit) remarks.push(`${of}: ${name} has the unknown unit ${units}, so its proposed unit is none`);
    const id = used.has(name) ? `${name} (${type} ${instance})` : name;
    used.add(id);
    return { id, object: [type, instance], unit: unit ?? "none" };
  });
}

/** Compares the found devices with the settings. */
export function propose(found: readonly FoundDevice[], settings: GatewaySettings): Proposal {
  const proposal: Proposal = { profiles: {}, devices: [], morePoints: {}, remarks: [] };
  const profiles = knownProfiles(settings.profiles);
  const ours = settings.devices.filter((one) => one.driver === "bacnet");
  const nameOf = new Map<string, string>();
  for (const device of found) {
    const { address, instance, objects } = device;
    if (device.isDuplicate)
      proposal.remarks.push(
        `Device instance ${instance} is used at ${address} and at another address: change one of them`,
      );
    const configured = ours.find((one) => one.instance === instance);
    if (configured && (configured.address === address || device.isDuplicate)) {
      const keys = profileKeys(profileOf("bacnet", configured.profile, { own: settings.profiles }));
      const more = objects.filter((object) => !keys.has(objectKey(object)));
      if (configured.address === address && more.length > 0)
        proposal.morePoints[configured.ssid] = proposedPoints(more, proposal.remarks, configured.ssid);
      continue;
    }
    if (configured) {
      proposal.remarks.push(`${configured.ssid} (instance ${instance}) is now at ${address}`);
      continue;
    }
    if (objects.length === 0 || device.isDuplicate) continue;
    const ssid = `BACNET-${instance}`;
    proposal.devices.push({ ssid, driver: "bacnet", profile: profileFor(device, ssid), address, instance });
  }
  return proposal;

  /** A known profile, or a new one for all devices with the same objects. */
  function profileFor(device: FoundDevice, ssid: string): string {
    const known = [...profiles].find(([, profile]) => fits(profile, device));
    if (known) return known[0];
    const shape = JSON.stringify(device.objects);
    const name = nameOf.get(shape) ?? `bacnet-${device.instance}`;
    if (!nameOf.has(shape)) {
      nameOf.set(shape, name);
      proposal.profiles[name] = {
        protocol: "bacnet",
        points: proposedPoints(device.objects, proposal.remarks, ssid),
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
