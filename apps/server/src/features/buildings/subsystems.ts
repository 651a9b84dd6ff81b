import type { SubsystemStatus } from "@verandah/contract/buildings.ts";
import { energyMeter } from "@verandah/equipment/types/energy-meter.ts";

import type { CurrentAlarm } from "#features/alarms/alarms.service.ts";
import type { PlacedDevice } from "#features/devices/devices.service.ts";

import { isCounted, statusOf } from "./place-status.ts";

/** Status cards in their order with their subsystems. Comfort sensors belong to air handling. */
const cards = [
  { id: "hvac", name: "HVAC", subsystems: ["hvac", "environment"] },
  { id: "chiller", name: "Chiller", subsystems: ["chiller"] },
  { id: "lighting", name: "Lighting", subsystems: ["lighting"] },
  { id: "ups", name: "UPS", subsystems: ["ups"] },
  { id: "energy", name: "Energy", subsystems: ["energy"] },
] as const satisfies readonly (Pick<SubsystemStatus, "id" | "name"> & { subsystems: readonly string[] })[];

/** Subsystems of alarms without a device, by code. */
const subsystemOfCode = new Map<number, string>([
  [energyMeter.alarms["energy-wasted"].code, energyMeter.subsystem],
]);

type Side = SubsystemStatus["network"];

function sideOf(total: number, warnings: readonly { since: Date | null }[]): Side {
  const since = warnings.flatMap((one) => one.since?.getTime() ?? []);
  return {
    state: total === 0 ? "none" : warnings.length > 0 ? "warning" : "ok",
    warnings: warnings.length,
    total,
    since: since.length > 0 ? new Date(Math.min(...since)).toISOString() : null,
  };
}

/**
 * The subsystems of an alarm: of its device, of its gateway's devices, and of the alarms that it explains. The last ones are needed because
 * the first alarm of a flood has no device.
 */
function createSubsystemsOf(
  alarms: readonly CurrentAlarm[],
  devices: readonly PlacedDevice[],
): (alarm: CurrentAlarm) => ReadonlySet<string> {
  const byDevice = new Map(devices.map((device) => [device.id, device.subsystem]));
  const byEdge = Map.groupBy(devices, ({ edgeId }) => edgeId);
  const byHead = Map.groupBy(alarms, ({ explainedBy }) => explainedBy);
  return ({ id, code, deviceId, edgeId }) => {
    const own = [subsystemOfCode.get(code), deviceId === null ? undefined : byDevice.get(deviceId)];
    const behind = edgeId === null ? [] : (byEdge.get(edgeId) ?? []).map(({ subsystem }) => subsystem);
    const explained = (byHead.get(id) ?? []).map(
      (one) => one.deviceId !== null && byDevice.get(one.deviceId),
    );
    return new Set([...own, ...behind, ...explained].filter((one) => typeof one === "string"));
  };
}

/** Status of a building's five subsystems. A gateway with devices of two subsystems counts in both. */
export function subsystemsOf(
  alarms: readonly CurrentAlarm[],
  devices: readonly PlacedDevice[],
): SubsystemStatus[] {
  const subsystemsOfAlarm = createSubsystemsOf(alarms, devices);
  const placed = alarms.map((alarm) => ({ alarm, subsystems: subsystemsOfAlarm(alarm) }));
  const alarmSince = new Map<number | null, Date>();
  for (const { deviceId, isShelved, raisedAt } of alarms)
    if (!isShelved && !alarmSince.has(deviceId)) alarmSince.set(deviceId, raisedAt);

  return cards.map(({ id, name, subsystems }) => {
    const ownDevices = devices.filter(({ subsystem }) => subsystems.some((one) => one === subsystem));
    const ownAlarms = placed
      .filter((one) => subsystems.some((subsystem) => one.subsystems.has(subsystem)))
      .map(({ alarm }) => alarm);
    const gateways = new Map(
      ownDevices.filter(({ edgeKind }) => edgeKind === "gateway").map((device) => [device.edgeId, device]),
    );
    const sending = new Set(ownDevices.filter(({ state }) => state === "online").map(({ edgeId }) => edgeId));
    const lostGateways = [...gateways.values()].filter(
      ({ edgeId, edgeState }) => edgeState !== "online" && !sending.has(edgeId),
    );
    const warnings = ownDevices.flatMap((device) => {
      if (device.state !== "online") return { since: device.stateSince };
      const since = alarmSince.get(device.id);
      return since ? { since } : [];
    });
    return {
      id,
      name,
      ...statusOf(ownAlarms, ownDevices),
      network: sideOf(
        gateways.size,
        lostGateways.map(({ edgeSince }) => ({ since: edgeSince })),
      ),
      fieldDevices: sideOf(ownDevices.length, warnings),
      alarm: worstOf(ownAlarms),
    };
  });
}

/** The worst alarm: critical before low, then the newest. */
function worstOf(alarms: readonly CurrentAlarm[]): SubsystemStatus["alarm"] {
  const counted = alarms.filter(isCounted);
  const worst = counted.findLast(({ isCritical }) => isCritical) ?? counted.at(-1);
  if (!worst) return null;
  const { id, code, message, text, sourceName, raisedAt } = worst;
  return {
    Alarm_Id: id,
    alarm_code: code,
    message,
    text,
    Device_name: sourceName,
    raisedAt: raisedAt.toISOString(),
  };
}
