import type { CampusModel } from "../campus/shapes.ts";
import { ahuKind } from "./ahu.ts";
import type { DeviceKind, Edge, FieldDevice } from "./device-kind.ts";
import { environmentKind } from "./environment.ts";

/** Every kind of device that the simulator plays: a new one is entered here. */
export const deviceKinds: readonly DeviceKind[] = [environmentKind, ahuKind];

/** A device with its kind. */
export interface KnownDevice extends FieldDevice {
  kind: DeviceKind;
}

export function devicesOf(campus: CampusModel): KnownDevice[] {
  return deviceKinds.flatMap((kind) => kind.devicesOf(campus).map((device) => ({ ...device, kind })));
}

/** All that hold an MQTT connection of their own, with what they are. */
export function edgesOf(campus: CampusModel): Edge[] {
  return [
    ...campus.gateways.map((gateway) => ({ ...gateway, kind: "gateway" as const })),
    ...deviceKinds.flatMap((kind) => kind.edgesOf(campus)),
    { ...campus.importer, kind: "importer" as const },
  ];
}
