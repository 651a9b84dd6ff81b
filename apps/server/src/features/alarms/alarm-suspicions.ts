import type { AlarmName } from "@verandah/contract/alarms.ts";

import type { Ctx } from "#core/ctx.ts";
import { getLimits, listCampuses } from "#features/campuses/campuses.service.ts";
import { listLost, type LostThing } from "#features/devices/devices.service.ts";
import { listPlacedValues, type PlacedValue, qualityOf } from "#features/telemetry/telemetry.service.ts";

import type { Suspicion } from "./alarm-decision.ts";
import { judge, pointRules } from "./alarm-rules.ts";

/** A gateway that reconnects within this time raises nothing, ms. */
const GATEWAY_ON_DELAY_MS = 10_000;

/** Every value that a rule looks at, as the rule sees it. */
export async function suspectPoints(ctx: Ctx): Promise<Suspicion[]> {
  const campuses = await listCampuses(ctx);
  const limits = new Map(
    await Promise.all(campuses.map(async ({ id }) => [id, await getLimits(ctx, id)] as const)),
  );
  const values = new Map<string, PlacedValue[]>();
  for (const deviceType of new Set(pointRules.map((rule) => rule.deviceType))) {
    const names = pointRules.filter((rule) => rule.deviceType === deviceType).map((rule) => rule.paramId);
    for (const value of await listPlacedValues(ctx, [...new Set(names)], { deviceType })) {
      const key = `${deviceType}/${value.paramId}`;
      const list = values.get(key);
      if (list) list.push(value);
      else values.set(key, [value]);
    }
  }
  const now = ctx.now();
  return pointRules.flatMap((rule) =>
    (values.get(`${rule.deviceType}/${rule.paramId}`) ?? []).flatMap((value): Suspicion[] => {
      const campusLimits = limits.get(value.campusId);
      if (!campusLimits) return [];
      const limit = rule.limitOf(campusLimits);
      return [
        {
          cause: `point:${value.pointId}:${rule.name}`,
          name: rule.name,
          standing: qualityOf(value, now) === "good" ? judge(rule, value.value, limit) : "unknown",
          onDelayMs: rule.onDelayMs,
          offDelayMs: rule.offDelayMs,
          campusId: value.campusId,
          locationId: value.locationId,
          deviceId: value.deviceId,
          edgeId: null,
          pointId: value.pointId,
          sourceName: value.deviceName,
          message: rule.message(value.value, limit),
          value: value.value,
          limit,
        },
      ];
    }),
  );
}

function suspect(
  thing: LostThing,
  name: AlarmName,
  message: string,
  ids: { deviceId?: number; edgeId?: number },
  onDelayMs: number,
): Suspicion {
  return {
    cause: `${ids.edgeId === undefined ? "device" : "edge"}:${thing.id}:${name}`,
    name,
    standing: "out",
    onDelayMs,
    offDelayMs: 0,
    campusId: thing.campusId,
    locationId: thing.locationId,
    deviceId: ids.deviceId ?? null,
    edgeId: ids.edgeId ?? null,
    pointId: null,
    sourceName: thing.name,
    message,
    value: null,
    limit: null,
  };
}

/** Without these something stops working at once; the others are missed. */
const vitalTypes = new Set(["AHU", "CHILLER", "UPS"]);
const sensorTypes = new Set(["ENVIRONMENT", "PARKING"]);

function lossOf(deviceType: string): { name: AlarmName; message: string } {
  if (vitalTypes.has(deviceType)) return { name: "controller-lost", message: "Controller does not answer" };
  if (sensorTypes.has(deviceType)) return { name: "sensor-lost", message: "Sensor sends no values" };
  return { name: "device-lost", message: "Device does not answer" };
}

/** Lost gateways and devices. What is found again is simply not suspected any more. */
export async function suspectDevices(ctx: Ctx): Promise<Suspicion[]> {
  const { gateways, devices } = await listLost(ctx);
  return [
    ...gateways.map((gateway) =>
      suspect(
        gateway,
        "gateway-lost",
        "Gateway does not answer; the devices behind it are not seen",
        { edgeId: gateway.id },
        GATEWAY_ON_DELAY_MS,
      ),
    ),
    ...devices.map((device) => {
      const { name, message } = lossOf(device.type);
      return suspect(device, name, message, { deviceId: device.id }, 0);
    }),
  ];
}
