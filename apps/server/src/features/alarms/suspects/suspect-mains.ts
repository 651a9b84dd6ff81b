import type { Ctx } from "#core/ctx.ts";

import { type AlarmCause, CauseMap } from "../alarm-subjects.ts";
import type { ActiveAlarm } from "../alarms.repository.ts";
import { suspect, type Suspicion } from "../evaluation/suspicion.service.ts";
import { listPlaceNames } from "../explanations/alarm-explanations.repository.ts";

/** UPSs of one building that switch to battery within this time of each other have lost the same supply, ms. */
const MAINS_WINDOW_MS = 60_000;
/** Fewer UPSs on battery are separate faults. */
const MAINS_UPS_MIN = 2;
/** Alarms of equipment that stops with the mains. */
const consequences: ReadonlySet<string> = new Set(["fan-unproven"]);

interface Known {
  active: readonly ActiveAlarm[];
  /** Start of the running delay. */
  pending: CauseMap<Date>;
}

const RULE = "mains-failed";

/**
 * Adds a mains failure for each building where several UPSs switch to battery together. It explains their alarms, those of UPSs that follow
 * later, and those of equipment that stops with the mains. It returns when the UPSs have returned; a UPS whose battery is empty has not.
 */
export async function suspectMains(
  ctx: Ctx,
  suspicions: readonly Suspicion[],
  { active, pending }: Known,
): Promise<Suspicion[]> {
  const nowMs = ctx.now().getTime();
  const alarms = new CauseMap(active.map((alarm) => [alarm, alarm]));
  const sinceMs = (cause: Suspicion) =>
    (alarms.get(cause)?.raisedAt ?? pending.get(cause))?.getTime() ?? nowMs;
  const byBuilding = Map.groupBy(
    suspicions.filter(({ rule }) => rule === "ups-on-battery" || rule === "ups-output-off"),
    ({ buildingId }) => buildingId ?? null,
  );
  const explained = new CauseMap<Partial<Pick<Suspicion, "explainedBy" | "onDelayMs">>>();
  const heads: Suspicion[] = [];
  for (const [buildingId, all] of byBuilding) {
    const [first] = all;
    if (buildingId === null || !first) continue;
    const cause: AlarmCause = { subject: { kind: "place", id: buildingId }, rule: RULE };
    const head = alarms.get(cause);
    const fromMs = (head?.raisedAt.getTime() ?? nowMs) - MAINS_WINDOW_MS;
    const recent = all.filter((one) => sinceMs(one) >= fromMs);
    const members = recent.filter((one) => one.rule === "ups-on-battery" && one.condition === "out");
    const isEmpty = recent.some((one) => one.rule === "ups-output-off" && one.condition !== "back");
    if (!head && members.length < MAINS_UPS_MIN) continue;
    for (const member of members) explained.set(member, { explainedBy: cause, onDelayMs: 0 });
    for (const one of suspicions)
      if (consequences.has(one.rule) && one.buildingId === buildingId && sinceMs(one) >= fromMs)
        explained.set(one, { explainedBy: cause });
    const hasMembers = active.some(({ explainedBy }) => head && explainedBy === head.id);
    const isOut = members.length > 0 || isEmpty || hasMembers;
    heads.push(
      suspect(
        { kind: "place", campusId: first.campusId, locationId: buildingId, sourceName: "" },
        { name: RULE },
        { condition: isOut ? "out" : "back" },
      ),
    );
  }
  const names = await listPlaceNames(
    ctx.db,
    heads.map(({ locationId }) => locationId),
  );
  return [
    ...suspicions.map((one): Suspicion => ({ ...one, ...explained.get(one) })),
    ...heads.map((head) => ({ ...head, sourceName: names.get(head.locationId) ?? "" })),
  ];
}
