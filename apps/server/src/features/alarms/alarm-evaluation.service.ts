import { alarmCodes } from "@verandah/contract/alarms.ts";

import { type Ctx, inTransaction } from "#core/ctx.ts";

import { decide } from "./alarm-decision.ts";
import { insertEvents } from "./alarm-deeds.repository.ts";
import { suspectDevices, suspectPoints } from "./alarm-suspicions.ts";
import * as repository from "./alarms.repository.ts";

/** Compares everything that is known now with the rules, and raises and restores alarms accordingly. */
export async function evaluateAlarms(ctx: Ctx): Promise<void> {
  await inTransaction(ctx, async (inner) => {
    if (!(await repository.findEvaluationTurn(inner.db))) return;
    const suspicions = [...(await suspectPoints(inner)), ...(await suspectDevices(inner))];
    const [active, pending] = await Promise.all([
      repository.listActiveCauses(inner.db),
      repository.listConditions(inner.db),
    ]);
    const now = inner.now();
    const decision = decide(suspicions, new Set(active), pending, now);
    await repository.deleteConditions(inner.db, decision.forget);
    await repository.insertConditions(inner.db, decision.begin, now);
    const restored = await repository.updateRestored(inner.db, decision.restore, now);
    const raisedIds = await repository.insertAlarms(
      inner.db,
      decision.raise.map((suspicion) => ({ ...suspicion, code: alarmCodes[suspicion.name], raisedAt: now })),
    );
    await insertEvents(
      inner.db,
      restored.map((alarm) => alarm.id),
      { kind: "returned", at: now },
    );
    await insertEvents(inner.db, raisedIds, { kind: "raised", at: now });
    const campusIds = new Set([...restored, ...decision.raise].map((alarm) => alarm.campusId));
    if (campusIds.size > 0) {
      const buildingIds = await repository.listBuildingIds(inner.db, [...campusIds]);
      inner.publish({ name: "alarms-changed", data: { buildingIds, raisedIds } });
    }
  });
}
