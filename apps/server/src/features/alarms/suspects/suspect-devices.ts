import { type AlarmName, findType } from "@verandah/equipment/catalogue.ts";

import type { CampusShares } from "#core/campus-shares.ts";
import type { Ctx } from "#core/ctx.ts";
import { listLost } from "#features/devices/devices.service.ts";
import { listSiteTypes } from "#features/equipment/equipment.service.ts";

import type { AlarmCause, CauseMap } from "../alarm-subjects.ts";
import { suspect, type Suspicion } from "../evaluation/suspicion.service.ts";

/** Names of the offline alarm, by the kind of device. */
export const silenceNames = [
  "gateway-lost",
  "controller-lost",
  "sensor-lost",
  "device-lost",
] as const satisfies readonly AlarmName[];

const lossOfGateway = (edgeId: number): AlarmCause => ({
  subject: { kind: "edge", id: edgeId },
  rule: "gateway-lost",
});

/**
 * Lost gateways, and devices that are offline because of a lost gateway, a wrong clock or a fault of their own. A device that reports again
 * is not suspected. One that may be offline changes nothing unless its cause is open.
 *
 * @param clocks suspicions of edges' clocks, whose readings do not show the present
 */
export async function suspectDevices(
  ctx: Ctx,
  clocks: readonly Suspicion[],
  open: CauseMap<true>,
  shares: CampusShares,
): Promise<Suspicion[]> {
  const { gateways, devices } = await listLost(ctx, open.idsOf("device"), shares);
  const siteTypes = devices.length > 0 ? await listSiteTypes(ctx) : [];
  const typesOf = (campusId: number) =>
    siteTypes.filter((site) => site.campusId === campusId).map(({ type }) => type);
  const lossAlarmOf = ({ campusId, type }: { campusId: number; type: string }) =>
    findType(typesOf(campusId), type)?.lossAlarm ?? "device-lost";
  const causeOfClock = new Map(clocks.map(({ edgeId, subject, rule }) => [edgeId, { subject, rule }]));
  const onDelayMs = ctx.times.gatewayAlarmDelayMs;
  return [
    ...gateways.map(({ id: edgeId, campusId, locationId, name: sourceName }) =>
      suspect(
        { kind: "edge", edgeId, campusId, locationId, sourceName },
        { name: "gateway-lost", onDelayMs },
        { condition: "out" },
      ),
    ),
    ...devices.map((device) => {
      const { id: deviceId, campusId, locationId, name: sourceName, explainedByEdgeId } = device;
      const isByGateway = explainedByEdgeId !== undefined;
      return suspect(
        { kind: "device", deviceId, campusId, locationId, sourceName },
        { name: lossAlarmOf(device), onDelayMs: isByGateway ? onDelayMs : 0 },
        {
          condition: device.isCertain ? "out" : "unknown",
          explainedBy: isByGateway ? lossOfGateway(explainedByEdgeId) : causeOfClock.get(device.edgeId),
          offlineReason: device.reason,
        },
      );
    }),
  ];
}
