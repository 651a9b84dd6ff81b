import { energyMeter } from "@verandah/equipment/types/energy-meter.ts";
import { environment } from "@verandah/equipment/types/environment.ts";
import type { FoundDevice, FoundPoint } from "@verandah/field/found-devices.ts";
import { SSID_MAX_LENGTH } from "@verandah/field/identifiers.ts";
import { stringify } from "yaml";
import { z } from "zod";

import { profileOf } from "../device-profile.ts";
import type { GatewaySettings } from "../settings.ts";
import { objectKey, objectKeys } from "./known-profiles.ts";

/** Remarks on points that cannot be mapped. Some devices announce hundreds of buttons. */
const REMARKS_MAX = 10;

/** Proposed additions to the settings: devices, and profiles for unknown types. */
export interface Proposal {
  profiles: Record<string, { protocol: string; type?: string; points: object[] }>;
  devices: object[];
  /** Points of configured devices that their profile does not contain, by ssid. */
  morePoints: Record<string, object[]>;
  /** Remarks that a person should check. */
  remarks: string[];
}

interface ProposedPoint {
  id: string;
  unit: string;
}

/** A text as a part of an ssid. */
const slugOf = (text: string) =>
  text
    .normalize("NFKD")
    .replaceAll(/[^A-Za-z0-9_-]+/g, "-")
    .replaceAll(/^[-_]+|-+$/g, "")
    .slice(0, SSID_MAX_LENGTH - 8);

function proposedPoints(points: readonly FoundPoint[]): ProposedPoint[] {
  const used = new Set<string>();
  return points
    .filter(({ obstacle }) => obstacle === undefined)
    .map(({ id: known, name, address, unit = "none" }) => {
      let id = known ?? name.slice(0, 80);
      if (used.has(id)) id = `${name.slice(0, 74)} ${used.size}`;
      used.add(id);
      return { id, ...address, unit };
    });
}

/** The type of the catalogue that has all points. */
const typeOf = (points: readonly ProposedPoint[]) =>
  [environment, energyMeter].find((type) => points.every(({ id }) => id in type.points))?.type;

/** What a person should check before the points of a device are used. */
function remarksOn(points: readonly FoundPoint[], device: string): string[] {
  const obstacles = points.flatMap(({ name, obstacle }) => (obstacle ? `${name} (${obstacle})` : []));
  const more = obstacles.length > REMARKS_MAX ? `, and ${obstacles.length - REMARKS_MAX} more` : "";
  return [
    ...(obstacles.length > 0
      ? [`${device}: without ${obstacles.slice(0, REMARKS_MAX).join(", ")}${more}`]
      : []),
    ...points.flatMap(({ name, fieldUnit, obstacle }) =>
      fieldUnit === undefined || obstacle !== undefined
        ? []
        : [`${device}: ${name} has the unknown unit ${fieldUnit}, so its proposed unit is none`],
    ),
  ];
}

const bacnetAddress = z.object({ address: z.string(), instance: z.int() });

/** Whether the settings have a BACnet device, or its instance is used twice. Notes what differs. */
function isKnownUnit(device: FoundDevice, settings: GatewaySettings, proposal: Proposal): boolean {
  const { address, instance } = bacnetAddress.parse(device.address);
  // Only two devices with one instance have another key.
  const isDuplicate = device.key !== String(instance);
  if (isDuplicate)
    proposal.remarks.push(
      `Device instance ${instance} is used at ${address} and at another address: change one of them`,
    );
  const configured = settings.devices
    .filter((one) => one.driver === "bacnet")
    .find((one) => one.instance === instance);
  if (!configured) return isDuplicate;
  const { ssid } = configured;
  if (configured.address === address) {
    const keys = objectKeys(profileOf("bacnet", configured.profile, { own: settings.profiles }));
    const more = device.points.filter((point) => !keys.has(objectKey(point)));
    proposal.remarks.push(...remarksOn(more, ssid));
    if (more.length > 0) proposal.morePoints[ssid] = proposedPoints(more);
  } else if (!isDuplicate) proposal.remarks.push(`${ssid} (instance ${instance}) is now at ${address}`);
  return true;
}

/** Compares the found devices with the settings. Devices with the same points share a profile. */
export function propose(
  found: readonly FoundDevice[],
  settings: GatewaySettings,
  remarks: readonly string[] = [],
): Proposal {
  const proposal: Proposal = { profiles: {}, devices: [], morePoints: {}, remarks: [...remarks] };
  const ssids = new Set(settings.devices.map(({ ssid }) => ssid));
  const topics = new Set(settings.devices.map((one) => (one.driver === "mqtt" ? one.topic : undefined)));
  const profileOfShape = new Map<string, string>();
  for (const device of found) {
    const { protocol, address, name = device.key } = device;
    const isUnit = protocol === "bacnet";
    const topic = address["topic"];
    if (isUnit ? isKnownUnit(device, settings, proposal) : typeof topic === "string" && topics.has(topic))
      continue;
    const points = proposedPoints(device.points);
    const prefix = isUnit ? "BACNET-" : "";
    const slug = slugOf(isUnit ? device.key : name) || "MQTT";
    let id = slug;
    for (let count = 2; ssids.has(prefix + id); count++) id = `${slug}-${count}`;
    const ssid = prefix + id;
    const shape = JSON.stringify(points);
    let profile = device.profile ?? profileOfShape.get(shape);
    if (profile === undefined) {
      proposal.remarks.push(...remarksOn(device.points, isUnit ? ssid : name));
      if (points.length === 0) continue;
      profile = `${protocol}-${id.toLowerCase().replaceAll("_", "-")}`;
      profileOfShape.set(shape, profile);
      const type = typeOf(points);
      proposal.profiles[profile] = { protocol, ...(type !== undefined && { type }), points };
    }
    ssids.add(ssid);
    proposal.devices.push({ ssid, driver: protocol, profile, ...address });
  }
  return proposal;
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
