import { energyMeter } from "@verandah/equipment/types/energy-meter.ts";
import { environment } from "@verandah/equipment/types/environment.ts";
import type { FoundDevice } from "@verandah/field/found-devices.ts";
import { SSID_MAX_LENGTH } from "@verandah/field/identifiers.ts";

import type { GatewaySettings } from "../../settings.ts";
import type { MqttFindings } from "./listen.ts";

/** Remarks on points that cannot be mapped. Some devices announce hundreds of buttons. */
const REMARKS_MAX = 10;

interface MqttProposal {
  profiles: Record<string, { protocol: "mqtt"; type?: string; points: object[] }>;
  devices: object[];
  remarks: string[];
}

/** A text as a part of an ssid. */
const slugOf = (text: string) =>
  text
    .normalize("NFKD")
    .replaceAll(/[^A-Za-z0-9_-]+/g, "-")
    .replaceAll(/^[-_]+|-+$/g, "")
    .slice(0, SSID_MAX_LENGTH - 8);

function pointsOf({ points }: FoundDevice): object[] {
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
function typeOf({ points }: FoundDevice): string | undefined {
  const mapped = points.filter(({ obstacle }) => obstacle === undefined);
  return [environment, energyMeter].find((type) =>
    mapped.every(({ id }) => id !== undefined && id in type.points),
  )?.type;
}

/** Settings for the devices that are announced and not configured. Devices with the same points share a profile. */
export function proposeMqtt(
  { devices, remarks: found }: MqttFindings,
  settings: GatewaySettings,
): MqttProposal {
  const proposal: MqttProposal = { profiles: {}, devices: [], remarks: [...found] };
  const configured = settings.devices.filter((one) => one.driver === "mqtt");
  const ssids = new Set(settings.devices.map(({ ssid }) => ssid));
  const profileOfShape = new Map<string, string>();
  for (const device of devices) {
    const { name = device.key, address } = device;
    if (configured.some(({ topic }) => topic !== undefined && topic === address.topic)) continue;
    const points = pointsOf(device);
    const obstacles = device.points.flatMap(({ name: point, obstacle }) =>
      obstacle ? `${point} (${obstacle})` : [],
    );
    const more = obstacles.length > REMARKS_MAX ? `, and ${obstacles.length - REMARKS_MAX} more` : "";
    if (obstacles.length > 0)
      proposal.remarks.push(`${name}: without ${obstacles.slice(0, REMARKS_MAX).join(", ")}${more}`);
    for (const { name: point, fieldUnit, obstacle } of device.points)
      if (fieldUnit !== undefined && obstacle === undefined)
        proposal.remarks.push(
          `${name}: ${point} has the unknown unit ${fieldUnit}, so its proposed unit is none`,
        );
    if (points.length === 0) continue;
    const slug = slugOf(name) || "MQTT";
    let ssid = slug;
    for (let count = 2; ssids.has(ssid); count++) ssid = `${slug}-${count}`;
    ssids.add(ssid);
    const type = typeOf(device);
    const shape = JSON.stringify(points);
    const profile = profileOfShape.get(shape) ?? `mqtt-${ssid.toLowerCase().replaceAll("_", "-")}`;
    if (!profileOfShape.has(shape))
      proposal.profiles[profile] = { protocol: "mqtt", ...(type !== undefined && { type }), points };
    profileOfShape.set(shape, profile);
    proposal.devices.push({ ssid, driver: "mqtt", profile, ...address });
  }
  return proposal;
}
