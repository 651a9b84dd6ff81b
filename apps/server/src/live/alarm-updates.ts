import type { Ctx } from "#core/ctx.ts";
import type { LiveHub } from "#core/live-hub.ts";
import { createQueuePerKey } from "#core/queue-per-key.ts";
import { countAlarms, listAlertsByIds, listAlertsOfDevices } from "#features/alarms/alarms.service.ts";
import { findLocationOf, listAlarmPlaces } from "#features/campuses/campuses.service.ts";
import { listOwnPumpIds } from "#features/devices/pump-customers.service.ts";

import { isCustomer } from "./receivers.ts";

/** Sends the changes of alarms. Events of a building that come while one is being sent are sent together: in a flood there are many in a second. */
export function createAlarmUpdates(ctx: Ctx, hub: LiveHub, sendBuilding: (id: number) => Promise<void>) {
  const enqueue = createQueuePerKey();
  /** New alarms that wait to be sent, by building. */
  const waiting = new Map<number, Set<number>>();

  /** Sends the new alarms of a building, or adds them to those that wait. */
  async function send(buildingId: number, raisedIds: readonly number[]): Promise<void> {
    const known = waiting.get(buildingId);
    if (known) {
      for (const id of raisedIds) known.add(id);
      return;
    }
    const ids = new Set(raisedIds);
    waiting.set(buildingId, ids);
    await enqueue(String(buildingId), async () => {
      waiting.delete(buildingId);
      if (hub.buildingIds().has(buildingId)) await sendToWatchers(buildingId, [...ids]);
      await sendToCustomers(buildingId, ids);
    });
  }

  async function sendToWatchers(buildingId: number, raisedIds: readonly number[]): Promise<void> {
    // The states are sent first. A place must not look normal when its alarm arrives.
    const [data] = await Promise.all([readAlarms(buildingId, raisedIds), sendBuilding(buildingId)]);
    if (data) hub.send({ name: "alarms", data }, (stream) => stream.buildingId === buildingId);
  }

  async function readAlarms(buildingId: number, raisedIds: readonly number[]) {
    const location = await findLocationOf(ctx, buildingId);
    if (!location) return undefined;
    const places = await listAlarmPlaces(ctx, location);
    const [total, raised] = await Promise.all([
      countAlarms(ctx, places),
      listAlertsByIds(ctx, raisedIds, places),
    ]);
    return { buildingId, total, raised };
  }

  /** A pump customer receives only the alarms of their own pumps. */
  async function sendToCustomers(buildingId: number, raisedIds: ReadonlySet<number>): Promise<void> {
    const customers = hub
      .list()
      .map(({ actor }) => actor)
      .filter((actor) => isCustomer(actor.roleId) && actor.buildingId === buildingId);
    for (const actor of new Map(customers.map((one) => [one.userId, one])).values()) {
      const { system, solution, total } = await listAlertsOfDevices(
        ctx,
        await listOwnPumpIds({ db: ctx.db, actor }),
      );
      const raised = [...system, ...solution].filter(({ Alarm_Id }) => raisedIds.has(Alarm_Id));
      hub.send(
        { name: "alarms", data: { buildingId, total, raised } },
        (stream) => stream.actor.userId === actor.userId,
      );
    }
  }

  return { send };
}
