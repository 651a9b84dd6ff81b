import type { CampusModel } from "../campus/shapes.ts";
import { devicesOf, edgesOf } from "../kinds/all-kinds.ts";
import type { FaultTarget } from "./fault-board.ts";
import type { FaultKind } from "./fault-kinds.ts";

/** Faults of every device. */
const ofAnyDevice: readonly FaultKind[] = [
  "device-silent",
  "sensor-frozen",
  "sensor-drifting",
  "value-forced",
  "value-nonsense",
];

const ofBacnet: readonly FaultKind[] = [
  "device-restarted",
  "point-faulty",
  "point-out-of-service",
  "point-overridden",
];

/** Every target of faults on the campuses, and its faults. */
export function faultTargetsOf(campuses: readonly CampusModel[]): Map<string, FaultTarget> {
  const targets = new Map<string, FaultTarget>();
  for (const campus of campuses) {
    for (const { key } of campus.buildings)
      targets.set(key, { points: [], kinds: new Set(["mains-failed"]) });
    for (const { ssid, kind } of edgesOf(campus)) {
      if (kind !== "gateway") continue;
      const speaksItself = !campus.gateways.some((gateway) => gateway.ssid === ssid);
      const kinds: FaultKind[] = speaksItself ? ["gateway-cut-off", "clock-wrong"] : ["gateway-cut-off"];
      targets.set(ssid, { points: [], kinds: new Set(kinds) });
    }
    for (const { ssid, edge, kind, wire } of devicesOf(campus)) {
      const kinds = new Set<FaultKind>([...ofAnyDevice, ...(kind.faults ?? [])]);
      if (kind.points.some((point) => point.kind !== "reading")) kinds.add("writes-ignored");
      if (wire.protocol === "bacnet") for (const one of ofBacnet) kinds.add(one);
      if (wire.protocol === "mqtt" && edge === ssid) kinds.add("sim-dead").add("clock-wrong");
      targets.set(ssid, { points: kind.points, kinds });
    }
  }
  return targets;
}
