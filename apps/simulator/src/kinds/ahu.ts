import { ahu as ahuType } from "@verandah/equipment/types/ahu.ts";

import { equipmentOf } from "../campus/points.ts";
import { ahusOf, floorsOf, upsOfFloor } from "../campus/shapes.ts";
import { ahuObjects } from "../devices/bacnet/ahu-objects.ts";
import { measureAhu } from "../physics/measured.ts";
import type { DeviceKind } from "./device-kind.ts";

export const ahuKind: DeviceKind = {
  ...equipmentOf(ahuType),
  faults: ["valve-stuck", "valve-leaking", "heating-stuck-open", "fan-unproven", "filter-loaded"],
  hasFineHistory: true,
  devicesOf: (campus) =>
    ahusOf(campus).map((ahu) => ({
      ssid: ahu.ssid,
      name: ahu.name,
      location: ahu.floorKey,
      edge: ahu.gateway,
      position: ahu.position,
      fedBy: floorsOf(campus)
        .find(({ key }) => key === ahu.floorKey)
        ?.meters.find(({ measures }) => measures === "air")?.ssid,
      poweredBy: upsOfFloor(campus, ahu.floorKey),
      wire: {
        protocol: "bacnet",
        instance: ahu.instance,
        model: "AHU controller",
        profile: "bacnet-ahu",
        objects: ahuObjects,
      },
      measure: ({ physics, world }, commands) => measureAhu(physics, world, ahu, commands),
    })),
};
