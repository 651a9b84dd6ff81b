import { bengaluru } from "./bengaluru.ts";
import { mumbai } from "./mumbai.ts";
import { ahusOf, type CampusModel, sensorsOf } from "./shapes.ts";

/** Every campus that the simulator plays. */
export function demoCampuses(): CampusModel[] {
  return [bengaluru(), mumbai()];
}

/** All that hold an MQTT connection of their own, with what they are. */
export function edgesOf(
  campus: CampusModel,
): { ssid: string; name: string; kind: "gateway" | "device" | "importer" }[] {
  return [
    ...campus.gateways.map((gateway) => ({ ...gateway, kind: "gateway" as const })),
    ...sensorsOf(campus).map(({ ssid, name }) => ({ ssid, name, kind: "device" as const })),
    { ...campus.importer, kind: "importer" as const },
  ];
}

export function deviceCount(campus: CampusModel): number {
  return sensorsOf(campus).length + ahusOf(campus).length;
}
