import { alarmMessage } from "@verandah/equipment/alarm-texts.ts";
import { type AlarmName, findType } from "@verandah/equipment/catalogue.ts";

import type { Ctx } from "#core/ctx.ts";
import { listLost } from "#features/devices/devices.service.ts";
import type { SiteType } from "#features/equipment/equipment.service.ts";

import type { Suspicion } from "../evaluation/alarm-decision.ts";
import { causeOfLoss } from "../explanations/alarm-explanations.ts";

/** Names of the offline alarm, by the kind of device. */
export const silenceNames = [
  "gateway-lost",
  "controller-lost",
  "sensor-lost",
  "device-lost",
] as const satisfies readonly AlarmName[];

/** A loss has no numbers in its text. */
function textOf(name: AlarmName): Pick<Suspicion, "name" | "text" | "message"> {
  const text = { name, numbers: [] };
  return { name, text, message: alarmMessage("en", { text, message: "" }) };
}

const causeOfGateway = (edgeId: number) => `edge:${edgeId}:gateway-lost`;
const silence = { offDelayMs: 0, pointId: null, value: null, limit: null } as const;

/**
 * Lost gateways, and devices that are offline because of a lost gateway, a wrong clock or a fault of their own. A device that reports again
 * is not suspected.
 *
 * @param clocks suspicions of edges' clocks, whose readings do not show the present
 */
export async function suspectDevices(
  ctx: Ctx,
  siteTypes: readonly SiteType[],
  clocks: readonly Suspicion[],
): Promise<Suspicion[]> {
  const { gateways, devices } = await listLost(ctx);
  const typesOf = (campusId: number) =>
    siteTypes.filter((site) => site.campusId === campusId).map(({ type }) => type);
  const lossAlarmOf = ({ campusId, type }: { campusId: number; type: string }) =>
    findType(typesOf(campusId), type)?.lossAlarm ?? "device-lost";
  const causeOfClock = new Map(clocks.map(({ edgeId, cause }) => [edgeId, cause]));
  return [
    ...gateways.map(({ id, campusId, locationId, name }): Suspicion => ({
      ...silence,
      cause: causeOfGateway(id),
      ...textOf("gateway-lost"),
      condition: "out",
      onDelayMs: ctx.times.gatewayAlarmDelayMs,
      campusId,
      locationId,
      deviceId: null,
      edgeId: id,
      sourceName: name,
    })),
    ...devices.map((device): Suspicion => {
      const { id, campusId, locationId, explainedByEdgeId } = device;
      const name = lossAlarmOf(device);
      const explainedBy =
        explainedByEdgeId === undefined ? causeOfClock.get(device.edgeId) : causeOfGateway(explainedByEdgeId);
      return {
        ...silence,
        cause: causeOfLoss(id, name),
        ...textOf(name),
        condition: device.isCertain ? "out" : "unknown",
        onDelayMs: explainedByEdgeId === undefined ? 0 : ctx.times.gatewayAlarmDelayMs,
        campusId,
        locationId,
        deviceId: id,
        edgeId: null,
        sourceName: device.name,
        ...(explainedBy !== undefined && { explainedBy }),
        offlineReason: device.reason,
      };
    }),
  ];
}
