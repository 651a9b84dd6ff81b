import type { Topic } from "@verandah/contract/topics.ts";

import type { Bus } from "#core/bus.ts";
import type { Ctx } from "#core/ctx.ts";
import { listDeviceIds, listDeviceIdsOf, type StateWork } from "#features/devices/devices.service.ts";

/** Devices that some rounds evaluate without a hint, so that a lost hint only delays. About 2,000 values. */
const SWEPT_DEVICES = 200;
/** Most rounds need no statement for devices without a hint. */
const ROUNDS_PER_SWEEP = 5;
/** The same until each device was evaluated once after the start. */
const SWEPT_AT_START = 10_000;
const SECOND_MS = 1_000;
const secondOf = (ms: number) => Math.floor(ms / SECOND_MS);

/** Topics of changes after which all values of a campus are evaluated again. */
const ofAllValues: ReadonlySet<Topic> = new Set(["settings", "devices", "places"]);

/** The part of a site that a round evaluates. */
export interface EvaluationScope {
  /** Devices with changed values, or whose limits or rules may have changed. */
  deviceIds: readonly number[];
  /** Devices and campuses whose states may have changed. */
  states: StateWork;
}

/** Devices by the second in which their newest value becomes too old, if no other arrives. */
class DueDevices {
  readonly #bySecond = new Map<number, number[]>();
  /** When each device is due, ms. */
  readonly #dueAtMs = new Map<number, number>();
  /** No device is due in an earlier second. */
  #fromSecond = Number.NEGATIVE_INFINITY;

  set(id: number, at: Date): void {
    const dueAtMs = Math.max(at.getTime(), this.#fromSecond * SECOND_MS);
    if (this.#dueAtMs.get(id) === dueAtMs) return;
    this.#dueAtMs.set(id, dueAtMs);
    const second = secondOf(dueAtMs);
    const ids = this.#bySecond.get(second);
    if (ids) ids.push(id);
    else this.#bySecond.set(second, [id]);
  }

  /** Removes the devices that are due. */
  take(now: Date): number[] {
    const due: number[] = [];
    const last = secondOf(now.getTime());
    for (const second of this.#secondsUntil(last)) {
      const later: number[] = [];
      for (const id of this.#bySecond.get(second) ?? []) {
        const dueAtMs = this.#dueAtMs.get(id) ?? Number.NaN;
        // A device that was set again is elsewhere.
        if (secondOf(dueAtMs) !== second) continue;
        (dueAtMs > now.getTime() ? later : due).push(id);
      }
      if (later.length > 0) this.#bySecond.set(second, later);
      else this.#bySecond.delete(second);
    }
    for (const id of due) this.#dueAtMs.delete(id);
    this.#fromSecond = last;
    return due;
  }

  /** The seconds that may have devices. After a long time it is cheaper to look at all that have some. */
  #secondsUntil(last: number): number[] {
    const count = last - this.#fromSecond + 1;
    if (count > this.#bySecond.size) return [...this.#bySecond.keys()].filter((second) => second <= last);
    return Array.from({ length: Math.max(0, count) }, (_, at) => this.#fromSecond + at);
  }
}

/**
 * Collects what the next round has to evaluate: devices with new readings, campuses with other changes, devices that are due, and the next
 * devices in turn. The cost of a round follows from the changes, not from the size of the sites.
 *
 * @param sweptDevices number of devices in turn, each `roundsPerSweep`
 */
export function createEvaluationWork(
  bus: Pick<Bus, "subscribe">,
  sweptDevices = SWEPT_DEVICES,
  roundsPerSweep = ROUNDS_PER_SWEEP,
) {
  const due = new DueDevices();
  let changedIds = new Set<number>();
  /** Campuses of which all values are evaluated. */
  let wholeCampusIds = new Set<number>();
  /** Campuses whose states are evaluated. */
  let stateCampusIds = new Set<number>();
  let lastSweptId = 0;
  let isFirstPass = true;
  let rounds = 0;

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
    rounds += 1;
    if (limit === 0 || (!isFirstPass && rounds % roundsPerSweep > 0)) return [];
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
