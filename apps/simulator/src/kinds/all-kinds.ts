import type { CampusModel } from "../campus/shapes.ts";
import { ahuKind } from "./ahu.ts";
import { chargerKind } from "./charger.ts";
import { chillerKind } from "./chiller.ts";
import type { DeviceKind, Edge, FieldDevice } from "./device-kind.ts";
import { environmentKind } from "./environment.ts";
import { daliKind, wacKind } from "./light.ts";
import { meterKind } from "./meter.ts";
import { parkingKind } from "./parking.ts";
import { pumpKind } from "./pump.ts";
import { upsKind } from "./ups.ts";
import { vavKind } from "./vav.ts";
import { weatherStationKind } from "./weather-station.ts";

/** Every kind of simulated device: enter a new one here. */
const deviceKinds: readonly DeviceKind[] = [
  environmentKind,
  weatherStationKind,
  ahuKind,
  vavKind,
  chillerKind,
  meterKind,
  upsKind,
  daliKind,
  wacKind,
  parkingKind,
  chargerKind,
  pumpKind,
];

export interface KnownDevice extends FieldDevice {
  kind: DeviceKind;
}

export function devicesOf(campus: CampusModel): KnownDevice[] {
  const pace = campus.pace ?? 1;
  return deviceKinds.flatMap((original) => {
    const kind = { ...original, points: original.points.map((point) => atPace(point, pace)) };
    return original.devicesOf(campus).map((device) => {
      const wire = device.wire.protocol === "mqtt" ? atPace(device.wire, pace) : device.wire;
      return { ...device, wire, kind };
    });
  });
}

const atPace = <T extends { intervalMs: number }>(timed: T, pace: number): T => ({
  ...timed,
  intervalMs: timed.intervalMs / pace,
});

/** All devices with their own MQTT connection, with their kind. */
export function edgesOf(campus: CampusModel): Edge[] {
  return [
    ...campus.gateways.map((gateway) => ({ ...gateway, kind: "gateway" as const })),
    ...deviceKinds.flatMap((kind) => kind.edgesOf?.(campus) ?? []),
    { ...campus.importer, kind: "importer" as const },
  ];
}

/** Name of the second secret of an SNMPv3 device. */
export function privacySecretOf(ssid: string): string {
  return `${ssid}/privacy`;
}

/** Names of all secrets of a campus: the passwords of its edges, and the keys and communities of its devices. */
export function secretsOf(campus: CampusModel): string[] {
  const ofDevices = devicesOf(campus).flatMap(({ ssid, wire }) => {
    if (wire.protocol !== "snmp") return [];
    return wire.version === "3" ? [ssid, privacySecretOf(ssid)] : [ssid];
  });
  return [...edgesOf(campus).map((edge) => edge.ssid), ...ofDevices];
}
