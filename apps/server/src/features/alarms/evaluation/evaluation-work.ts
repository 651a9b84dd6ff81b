import type { Topic } from "@verandah/contract/topics.ts";

import type { Bus } from "#core/bus.ts";
import type { Ctx } from "#core/ctx.ts";
import { listDeviceIds, listDeviceIdsOf, type StateWork } from "#features/devices/devices.service.ts";

/** Devices that a round evaluates without a hint, so that a lost hint only delays. About 5,000 values. */
const SWEPT_DEVICES = 500;
/** The same until each device was evaluated once after the start. */
const SWEPT_AT_START = 10_000;
const SECOND_MS = 1_000;

/** Topics of changes after which all values of a campus are evaluated again. */
const ofAllValues: ReadonlySet<Topic> = new Set(["settings", "devices", "places"]);

/** The part of a site that a round evaluates. */
export interface EvaluationScope {
  /** Devices with changed values, or whose limits or rules may have changed. */
  deviceIds: readonly number[];
  /** Devices and campuses whose states may have changed. */
  states: StateWork;
}

/** Devices by the second in which their newest value becomes too old, if no other arrives; they may be taken up to a second too early. */
class DueDevices {
  readonly #bySecond = new Map<number, number[]>();
  readonly #secondOf = new Map<number, number>();
  #nextSecond = Number.NEGATIVE_INFINITY;

  set(id: number, at: Date): void {
    const second = Math.max(Math.floor(at.getTime() / SECOND_MS), this.#nextSecond);
    if (this.#secondOf.get(id) === second) return;
    this.#secondOf.set(id, second);
    const ids = this.#bySecond.get(second);
    if (ids) ids.push(id);
    else this.#bySecond.set(second, [id]);
  }

  /** Removes the devices that are due. */
  take(now: Date): number[] {
    const due: number[] = [];
    const last = Math.floor(now.getTime() / SECOND_MS);
    for (const second of this.#seconds(last))
      for (const id of this.#bySecond.get(second) ?? []) if (this.#secondOf.get(id) === second) due.push(id);
    for (const second of this.#seconds(last)) this.#bySecond.delete(second);
    for (const id of due) this.#secondOf.delete(id);
    this.#nextSecond = last + 1;
    return due;
  }

  /** The seconds until `last` that may have devices. After a long time it is cheaper to look at all that have some. */
  #seconds(last: number): number[] {
    const passed = last - this.#nextSecond + 1;
    if (passed > this.#bySecond.size) return [...this.#bySecond.keys()].filter((second) => second <= last);
    return Array.from({ length: Math.max(0, passed) }, (_, at) => this.#nextSecond + at);
  }
}

/**
 * Collects what the next round has to evaluate: devices with new readings, campuses with other changes, devices that are due, and the next
 * devices in turn. The cost of a round follows from the changes, not from the size of the sites.
 *
 * @param sweptDevices number of devices in turn
 */
export function createEvaluationWork(bus: Pick<Bus, "subscribe">, sweptDevices = SWEPT_DEVICES) {
  const due = new DueDevices();
  let changedIds = new Set<number>();
  /** Campuses of which all values are evaluated. */
  let wholeCampusIds = new Set<number>();
  /** Campuses whose states are evaluated. */
  let stateCampusIds = new Set<number>();
  let lastSweptId = 0;
  let isFirstPass = true;

  const ends = [
    bus.subscribe("readings-stored", ({ deviceIds }) => {
      for (const id of deviceIds) changedIds.add(id);
    }),
    bus.subscribe("changed", ({ topic, campusId }) => {
      // Who changes a state names its campus.
      if (topic === "device-states" && campusId !== undefined) stateCampusIds.add(campusId);
      if (!ofAllValues.has(topic)) return;
      if (campusId === undefined) restart();
      else wholeCampusIds.add(campusId);
    }),
  ];

  /** Begins again with all devices. */
  function restart(): void {
    lastSweptId = 0;
    isFirstPass = true;
  }

  async function sweep(ctx: Ctx): Promise<number[]> {
    const limit = isFirstPass ? SWEPT_AT_START : sweptDevices;
    if (limit === 0) return [];
    const ids = await listDeviceIds(ctx, { afterId: lastSweptId, limit });
    if (ids.length < limit) isFirstPass = false;
    lastSweptId = ids.length < limit ? 0 : (ids.at(-1) ?? 0);
    return ids;
  }

  return {
    /** The work of the next round. After a round that failed or did not evaluate, `giveBack` it. */
    async take(ctx: Ctx): Promise<EvaluationScope> {
      const before = { lastSweptId, isFirstPass };
      const [changed, whole, campusIds] = [changedIds, wholeCampusIds, stateCampusIds];
      changedIds = new Set();
      wholeCampusIds = new Set();
      stateCampusIds = new Set();
      try {
        const swept = [...(await sweep(ctx)), ...(await listDeviceIdsOf(ctx, [...whole]))];
        const dueIds = [...new Set([...due.take(ctx.now()), ...swept])];
        return {
          deviceIds: [...changed.union(new Set(swept))],
          states: {
            changedIds: [...changed],
            dueIds,
            campusIds: [...campusIds],
            evaluated: (id, dueAt) => dueAt && due.set(id, dueAt),
          },
        };
      } catch (error) {
        ({ lastSweptId, isFirstPass } = before);
        changedIds = changedIds.union(changed);
        wholeCampusIds = wholeCampusIds.union(whole);
        stateCampusIds = stateCampusIds.union(campusIds);
        throw error;
      }
    },
    giveBack({ deviceIds, states }: EvaluationScope, now: Date): void {
      for (const id of deviceIds) changedIds.add(id);
      for (const id of states.dueIds) due.set(id, now);
      for (const id of states.campusIds) stateCampusIds.add(id);
    },
    [Symbol.dispose]() {
      for (const end of ends) end();
    },
  };
}

export type EvaluationWork = ReturnType<typeof createEvaluationWork>;
