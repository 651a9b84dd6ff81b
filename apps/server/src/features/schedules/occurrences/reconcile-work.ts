import type { Topic } from "@verandah/contract/topics.ts";
import { levelCommands, lightTypes } from "@verandah/equipment/light-group.ts";
import { ahu, ahuSwitch, SETBACK_SETPOINT } from "@verandah/equipment/types/ahu.ts";

import type { Bus } from "#core/bus.ts";
import type { CampusShares } from "#core/campus-shares.ts";
import type { Ctx } from "#core/ctx.ts";
import { listDevicesOfCommands } from "#features/commands/commands.service.ts";
import { listPlacedValues, qualityOf } from "#features/telemetry/telemetry.service.ts";

import { listPlans, type PlanKey } from "../schedule-rules.repository.ts";
import { listDeviatingIds, pointKey } from "./reconcile.repository.ts";

/** All units of a plan are compared at least this often, ms, in case an event was lost. */
const WHOLE_EVERY_MS = 15 * 60_000;
/** Plans differ in it by their buildings, so that they are not all compared in one round. */
const SPREAD = 64;

/** Topics of changes after which all units of the plans of a campus are compared again. */
const ofAllUnits: ReadonlySet<Topic> = new Set(["schedules", "devices", "places", "settings"]);

/** The types of equipment that follows plans. */
export const unitTypes = [ahu.type, ...lightTypes];
/** The points that plans write. */
const planned: ReadonlySet<string> = new Set([ahuSwitch.point, SETBACK_SETPOINT, ...levelCommands]);

interface Point {
  deviceId: number;
  paramId: string;
}

/** What this process knows of a plan. */
interface KnownPlan {
  readonly key: PlanKey;
  readonly campusId: number;
  /** When all units are compared next, ms. */
  wholeAtMs: number;
  /** Units that are compared in the next round. */
  readonly deviceIds: Set<number>;
  /** The good values of points that followed the plan when they were last compared. Such a value needs no further action. */
  readonly followed: Map<string, number>;
}

/** The units of a plan that a round compares. */
export interface Comparison {
  key: PlanKey;
  /** Undefined: all. */
  deviceIds: readonly number[] | undefined;
  /** When all units are compared next, unless the plan changes their values earlier. */
  until: Date;
  /** Notes the units before their values are read, so that a value that arrives meanwhile is compared later. */
  begin: (points: readonly Point[]) => void;
  /** Notes that a point follows the plan with this value. */
  follows: (point: Point, value: number) => void;
}

/** Plans are compared again in the next round. */
const AT_ONCE = Number.NEGATIVE_INFINITY;

/**
 * Collects what the next round has to compare with the plans: units with other values than before, units with ended commands, units that do
 * not follow, and plans that change or change a value. The cost of a round follows from this, not from the size of the sites.
 *
 * @param bus undefined: only what the time and the database show
 */
export function createReconcileWork(bus?: Pick<Bus, "subscribe">) {
  const plans = new Map<string, KnownPlan>();
  const planOf = new Map<number, KnownPlan>();
  let changedIds = new Set<number>();
  let commandIds = new Set<string>();
  let shares: CampusShares;

  const compareAll = (campusId?: number) => {
    for (const plan of plans.values())
      if (campusId === undefined || plan.campusId === campusId) plan.wholeAtMs = AT_ONCE;
  };
  const noteCommand = ({ id }: { id: string }) => void commandIds.add(id);
  /** Whether a good value of a point needs a comparison. Only plans of this process do. */
  const isNew = (point: Point, value: number) => {
    const plan = planOf.get(point.deviceId);
    return plan !== undefined && plan.followed.get(pointKey(point)) !== value;
  };

  const ends = bus && [
    bus.subscribe("events-lost", () => compareAll()),
    bus.subscribe("changed", ({ topic, campusId }) => void (ofAllUnits.has(topic) && compareAll(campusId))),
    bus.subscribe("command-changed", noteCommand),
    bus.subscribe("command-released", noteCommand),
    bus.subscribe("readings-stored", ({ deviceIds, values }) => {
      if (!values) {
        for (const id of deviceIds) if (planOf.has(id)) changedIds.add(id);
        return;
      }
      for (const { point, value, quality } of values)
        if (quality === 0 && planned.has(point.paramId) && isNew(point, value))
          changedIds.add(point.deviceId);
    }),
  ];

  /** Knows the present plans, and forgets the others. A new one is compared at once. */
  async function updatePlans(ctx: Ctx): Promise<void> {
    const left = new Set(plans.keys());
    for (const { campusId, ...key } of await listPlans(ctx.db, shares)) {
      const name = `${key.buildingId}/${key.type}`;
      if (!left.delete(name))
        plans.set(name, { key, campusId, wholeAtMs: AT_ONCE, deviceIds: new Set(), followed: new Map() });
    }
    if (left.size === 0) return;
    for (const name of left) plans.delete(name);
    const kept = new Set(plans.values());
    for (const [id, plan] of planOf) if (!kept.has(plan)) planOf.delete(id);
  }

  /** Of devices with new readings, those with a good value that was not compared or did not follow. */
  async function listDiffering(ctx: Ctx, ids: ReadonlySet<number>): Promise<number[]> {
    if (ids.size === 0) return [];
    const values = await listPlacedValues(ctx, [...planned], { deviceTypes: unitTypes, deviceIds: [...ids] });
    return values
      .filter((one) => isNew(one, one.value) && qualityOf(one, ctx.now()) === "good")
      .map(({ deviceId }) => deviceId);
  }

  async function collect(ctx: Ctx): Promise<void> {
    const [changed, commands] = [changedIds, commandIds];
    changedIds = new Set();
    commandIds = new Set();
    try {
      await updatePlans(ctx);
      if (plans.size === 0) return;
      const ids = [
        ...(await listDeviatingIds(ctx.db, shares)),
        ...(await listDevicesOfCommands(ctx, [...commands])),
        ...(await listDiffering(ctx, changed)),
      ];
      for (const id of ids) planOf.get(id)?.deviceIds.add(id);
    } catch (error) {
      changedIds = changedIds.union(changed);
      commandIds = commandIds.union(commands);
      throw error;
    }
  }

  /** Plans are spread over the second half of the time. */
  const untilOf = ({ key: { buildingId } }: KnownPlan, now: Date) =>
    new Date(now.getTime() + (WHOLE_EVERY_MS / 2) * (1 + (buildingId % SPREAD) / SPREAD));

  return {
    /** Chooses the campuses whose plans this process compares. */
    share(next: CampusShares): void {
      shares = next;
    },
    /**
     * Calls `compare` for each plan with work.
     *
     * @param compare returns until when the plan changes no value, at most `until`; undefined if it could not compare now
     */
    async run(ctx: Ctx, compare: (comparison: Comparison) => Promise<Date | undefined>): Promise<void> {
      await collect(ctx);
      for (const plan of plans.values()) {
        const now = ctx.now();
        const isWhole = plan.wholeAtMs <= now.getTime();
        if (!isWhole && plan.deviceIds.size === 0) continue;
        const deviceIds = isWhole ? undefined : [...plan.deviceIds];
        plan.deviceIds.clear();
        // A change from now on counts again.
        if (isWhole) plan.wholeAtMs = Infinity;
        let nextMs = AT_ONCE;
        try {
          const next = await compare({
            key: plan.key,
            deviceIds,
            until: untilOf(plan, now),
            begin(points) {
              for (const point of points) {
                planOf.set(point.deviceId, plan);
                plan.followed.delete(pointKey(point));
              }
            },
            follows: (point, value) => void plan.followed.set(pointKey(point), value),
          });
          if (next) nextMs = next.getTime();
        } finally {
          plan.wholeAtMs = Math.min(plan.wholeAtMs, nextMs);
        }
      }
    },
    [Symbol.dispose]() {
      for (const end of ends ?? []) end();
    },
  };
}

export type ReconcileWork = ReturnType<typeof createReconcileWork>;
