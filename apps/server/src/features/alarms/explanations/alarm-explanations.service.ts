import { alarmMessage } from "@verandah/equipment/alarm-texts.ts";

import type { Ctx } from "#core/ctx.ts";

import { insertEvents } from "../actions/alarm-actions.repository.ts";
import { columnsOf } from "../alarm-subjects.ts";
import * as repository from "../alarms.repository.ts";
import type { Suspicion } from "../evaluation/alarm-decision.ts";
import { listPlaceNames, updateExplained } from "./alarm-explanations.repository.ts";
import {
  findFloods,
  findOverFloods,
  type Flood,
  type Link,
  linkLost,
  linkSame,
} from "./alarm-explanations.ts";

/**
 * Assigns alarms to those that explain them: a lost gateway, an alarm of the same fault with more information, or the head of their flood.
 * In the caller's transaction.
 *
 * @returns those whose explanation changed
 */
export async function explainAlarms(
  ctx: Ctx,
  suspicions: readonly Suspicion[],
  before: readonly repository.ActiveAlarm[],
): Promise<{ campusId: number }[]> {
  const changed: { campusId: number }[] = [];
  let active = before;

  async function link(links: readonly Link[]): Promise<void> {
    await updateExplained(ctx.db, links);
    const byId = new Map(links.map((one) => [one.id, one.explainedBy]));
    changed.push(...active.filter((alarm) => byId.has(alarm.id)));
    active = active.map((alarm) => {
      const explainedBy = byId.get(alarm.id);
      return explainedBy === undefined ? alarm : { ...alarm, explainedBy };
    });
  }

  const links = [...linkLost(suspicions, active), ...linkSame(suspicions, active)];
  await link(links);
  const orphanIds = links.flatMap(({ id, explainedBy }) => (explainedBy === null ? [id] : []));
  const floods = findFloods(active, orphanIds, ctx.now());
  const headIds = await raiseHeads(
    ctx,
    floods.filter((flood) => flood.headId === undefined),
  );
  await link(
    floods.flatMap((flood) => {
      const headId = flood.headId ?? headIds.get(flood);
      return headId === undefined ? [] : flood.memberIds.map((id) => ({ id, explainedBy: headId }));
    }),
  );
  await recordOrphans(ctx, active, orphanIds);

  const over = await repository.updateRestored(ctx.db, findOverFloods(active), ctx.now());
  await insertEvents(
    ctx.db,
    over.map((alarm) => alarm.id),
    { kind: "returned", at: ctx.now() },
  );
  changed.push(...over);
  return changed;
}

/** Records in the histories of orphans that they are no longer explained, except for members of a flood. */
async function recordOrphans(
  ctx: Ctx,
  active: readonly repository.ActiveAlarm[],
  orphanIds: readonly number[],
): Promise<void> {
  const independent = active.filter(({ id, explainedBy }) => explainedBy === null && orphanIds.includes(id));
  await insertEvents(
    ctx.db,
    independent.map(({ id }) => id),
    { kind: "unexplained", at: ctx.now() },
  );
}

/** Raises the alarms at the head of new floods. @returns their ids */
async function raiseHeads(ctx: Ctx, floods: readonly Flood[]): Promise<Map<Flood, number>> {
  const names = await listPlaceNames(
    ctx.db,
    floods.map((flood) => flood.placeId),
  );
  const ids = new Map<Flood, number>();
  for (const flood of floods) {
    const { campusId, placeId: locationId, code } = flood;
    const sourceName = names.get(locationId) ?? "";
    const text = { name: "flood", numbers: [code] } as const;
    const [id] = await repository.insertAlarms(ctx.db, [
      {
        ...columnsOf({ kind: "flood", campusId, locationId, sourceName }),
        rule: "flood",
        code,
        text: { ...text, numbers: [code] },
        message: alarmMessage("en", { text, message: "" }),
        value: null,
        limit: null,
        raisedAt: ctx.now(),
      },
    ]);
    if (id !== undefined) ids.set(flood, id);
  }
  await insertEvents(ctx.db, [...ids.values()], { kind: "raised", at: ctx.now() });
  return ids;
}
