import type { Pump } from "@verandah/contract/pumps.ts";
import { roles } from "@verandah/contract/roles.ts";

import type { ActorCtx } from "#core/ctx.ts";
import { listActiveAlarmsOf } from "#features/alarms/alarms.service.ts";
import { listLocations } from "#features/campuses/campuses.service.ts";
import { listDevicesAt } from "#features/devices/devices.service.ts";
import { listOwnPumpIds } from "#features/devices/pump-customers.service.ts";
import { listLatestOf } from "#features/telemetry/telemetry.service.ts";

/** The caller's pumps with their latest values and active alarms. Staff get all pumps of the campus. */
export async function listPumps(ctx: ActorCtx): Promise<Pump[]> {
  const locations = await listLocations(ctx, ctx.actor.campusId);
  const locationIds = locations.map(({ id }) => id);
  const all = await listDevicesAt(ctx, locationIds, "SOLARPUMP", new Map());
  const own = ctx.actor.roleId === roles.pumpCustomer ? await listOwnPumpIds(ctx) : undefined;
  const pumps = all.filter(({ id }) => own?.includes(id) ?? true);
  const ids = pumps.map(({ id }) => id);
  const latest = await listLatestOf(ctx, ids);
  const alarms = Map.groupBy(await listActiveAlarmsOf(ctx, ids), (alarm) => alarm.ssid);
  return pumps.map(({ id, ssid, name, state, lastSeenAt }) => ({
    ssid,
    name,
    state,
    lastSeenAt,
    readings: (latest.get(id)?.points ?? []).map(({ reading }) => reading),
    alarms: alarms.get(ssid) ?? [],
  }));
}
