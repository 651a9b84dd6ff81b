import type { AlarmName } from "@verandah/contract/alarms.ts";

import type { Ctx } from "#core/ctx.ts";
import { listLost } from "#features/devices/devices.service.ts";

import type { Suspicion } from "./alarm-decision.ts";

/** A gateway that reconnects within this time raises nothing, and neither do the devices behind it, ms. */
const GATEWAY_ON_DELAY_MS = 10_000;

/** Without these something stops working at once; the others are missed. */
const vitalTypes = new Set(["AHU", "CHILLER", "UPS"]);
const sensorTypes = new Set(["ENVIRONMENT", "PARKING"]);

function lossOf(deviceType: string): { name: AlarmName; message: string } {
  if (vitalTypes.has(deviceType)) return { name: "controller-lost", message: "Controller does not answer" };
  if (sensorTypes.has(deviceType)) return { name: "sensor-lost", message: "Sensor sends no values" };
  return { name: "device-lost", message: "Device does not answer" };
}

const causeOfGateway = (edgeId: number) => `edge:${edgeId}:gateway-lost`;
const silence = { offDelayMs: 0, pointId: null, value: null, limit: null } as const;

/** Lost gateways, and devices that are silent, by a lost gateway's fault or by their own. What is found again is not suspected. */
export async function suspectDevices(ctx: Ctx): Promise<Suspicion[]> {
  const { gateways, devices } = await listLost(ctx);
  return [
    ...gateways.map(({ id, campusId, locationId, name }): Suspicion => ({
      ...silence,
      cause: causeOfGateway(id),
      name: "gateway-lost",
      standing: "out",
      onDelayMs: GATEWAY_ON_DELAY_MS,
      campusId,
      locationId,
      deviceId: null,
      edgeId: id,
      sourceName: name,
      message: "Gateway does not answer; the devices behind it are not seen",
    })),
    ...devices.map((device): Suspicion => {
      const { id, campusId, locationId, explainedByEdgeId } = device;
      const { name, message } = lossOf(device.type);
      return {
        ...silence,
        cause: `device:${id}:${name}`,
        name,
        standing: device.isCertain ? "out" : "unknown",
        onDelayMs: explainedByEdgeId === undefined ? 0 : GATEWAY_ON_DELAY_MS,
        campusId,
        locationId,
        deviceId: id,
        edgeId: null,
        sourceName: device.name,
        message,
        ...(explainedByEdgeId !== undefined && { explainedBy: causeOfGateway(explainedByEdgeId) }),
      };
    }),
  ];
}
