import type { Topic } from "@verandah/contract/topics.ts";

import type { Bus } from "#core/bus.ts";
import { type CampusShares, isOfShares } from "#core/campus-shares.ts";
import type { Ctx } from "#core/ctx.ts";
import { listDeviceIds, listDeviceIdsOf, type StateWork } from "#features/devices/devices.service.ts";

/** Devices in turn of one round, about 2,000 values. A lost event only delays until the turn of its device. */
const SWEPT_DEVICES = 200;
/** Each of so many rounds evaluates devices in turn. */
const ROUNDS_PER_SWEEP = 20;
/** Each of so many rounds evaluates what only the time changes. The others need no statement without an event. */
const ROUNDS_AT_REST = 5;
/** Devices of a round, so that it is over within a second; until all were evaluated once after the start, rounds are filled with devices in turn. */
const DEVICES_MAX = 3_000;
/** Devices of a round whose states are evaluated, half a second's work. */
const STATES_MAX = 20_000;
const SECOND_MS = 1_000;
const secondOf = (ms: number) => Math.floor(ms / SECOND_MS);

/** Topics of changes after which all values of a campus are evaluated again. */
const ofAllValues: ReadonlySet<Topic> = new Set(["settings", "devices", "places"]);

/** The part of a site that a round evaluates. */
export interface EvaluationScope {
  /** Devices with changed values, or whose limits or rules may have changed. */
  deviceIds: readonly number[];
  /** The campuses that this process evaluates. */
  shares: CampusShares;
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

  /** Whether a device may be due. One that was set again may count too early. */
  hasDue(now: Date): boolean {
    return this.#secondsUntil(secondOf(now.getTime())).some((second) => this.#bySecond.has(second));
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

/** Removes the first ids, so many at most. */
function takeFirst(ids: Set<number>, count: number): number[] {
  const taken = [...ids].slice(0, Math.max(0, count));
  for (const id of taken) ids.delete(id);
  return taken;
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
  devicesMax = DEVICES_MAX,
  statesMax = STATES_MAX,
) {
  const due = new DueDevices();
  const changedIds = new Set<number>();
  /** Devices in turn, and those of changed campuses. Their states are evaluated too. */
  const turnIds = new Set<number>();
  /** Campuses of which all values are evaluated. */
  let wholeCampusIds = new Set<number>();
  /** Campuses whose states are evaluated. */
  const stateCampusIds = new Set<number>();
  /** Devices whose states are evaluated, and that were too many for one round. */
  const stateIds = new Set<number>();
  let sweep = { lastId: 0, isFirstPass: true };
  let rounds = 0;
  /** Something else than a value has changed or will change soon, or a round has left its work. */
  let hasOtherChange = false;
  let shares: CampusShares;

  /** Another object: a sweep that is reading now belongs to the old one. */
  const restartSweep = () => {
    sweep = { lastId: 0, isFirstPass: true };
  };

  const ends = [
    bus.subscribe("events-lost", restartSweep),
    bus.subscribe("readings-stored", ({ deviceIds }) => {
      for (const id of deviceIds) changedIds.add(id);
    }),
    bus.subscribe("changed", ({ topic, campusId }) => {
      hasOtherChange = true;
      // Each change of a state names its campus.
      if (topic === "device-states" && campusId !== undefined) stateCampusIds.add(campusId);
      if (!ofAllValues.has(topic)) return;
      if (campusId === undefined) restartSweep();
      else wholeCampusIds.add(campusId);
    }),
  ];

  /** Whether a round is one with devices in turn. */
  const isSweep = (round: number) => sweep.isFirstPass || round % roundsPerSweep === 0;

  async function takeSwept(ctx: Ctx): Promise<number[]> {
    const own = sweep;
    // A round that has failed leaves its devices, and the next ones must not add to them.
    const room = devicesMax - changedIds.size - turnIds.size;
    const limit = own.isFirstPass ? room : sweptDevices;
    rounds += 1;
    if (limit <= 0 || !isSweep(rounds)) return [];
    const ids = await listDeviceIds(ctx, { afterId: own.lastId, limit, shares });
    const isLast = ids.length < limit;
    if (isLast) own.isFirstPass = false;
    own.lastId = isLast ? 0 : (ids.at(-1) ?? 0);
    return ids;
  }

  function giveBack({ deviceIds, states }: Partial<EvaluationScope>, now: Date): void {
    hasOtherChange = true;
    for (const id of deviceIds ?? []) changedIds.add(id);
    for (const id of states?.dueIds ?? []) due.set(id, now);
    for (const id of states?.campusIds ?? []) stateCampusIds.add(id);
  }

  const isOwn = (campusId: number) => isOfShares(campusId, shares);

  return {
    /** Chooses the campuses that this process evaluates. Those that another one evaluated are evaluated whole. */
    share(next: CampusShares): void {
      const isNew = (share: number) => shares?.includes(share) === false;
      if (next ? next.some(isNew) : shares !== undefined) restartSweep();
      shares = next;
    },
    /** Whether nothing has changed, nothing is due and no device has its turn, so that the next round may be left out. */
    isAtRest: (now: Date): boolean =>
      !hasOtherChange &&
      changedIds.size + turnIds.size + wholeCampusIds.size + stateCampusIds.size + stateIds.size === 0 &&
      (rounds + 1) % ROUNDS_AT_REST !== 0 &&
      !isSweep(rounds + 1) &&
      !due.hasDue(now),
    /** The next round is not left out. */
    expectChange(): void {
      hasOtherChange = true;
    },
    /** Leaves out a round. */
    rest(): void {
      rounds += 1;
    },
    /** The work of the next round. */
    async take(ctx: Ctx): Promise<EvaluationScope> {
      hasOtherChange = false;
      const whole = wholeCampusIds;
      wholeCampusIds = new Set();
      try {
        for (const id of await listDeviceIdsOf(ctx, [...whole].filter(isOwn))) turnIds.add(id);
        for (const id of await takeSwept(ctx)) turnIds.add(id);
      } catch (error) {
        wholeCampusIds = wholeCampusIds.union(whole);
        hasOtherChange = true;
        throw error;
      }
      const changed = takeFirst(changedIds, devicesMax);
      const ids = takeFirst(turnIds, devicesMax - changed.length);
      const scope: EvaluationScope = {
        deviceIds: [...new Set([...changed, ...ids])],
        shares,
        states: {
          shares,
          changedIds: changed,
          dueIds: [...new Set([...due.take(ctx.now()), ...ids, ...takeFirst(stateIds, statesMax)])],
          campusIds: [...stateCampusIds].filter(isOwn),
          devicesMax: statesMax,
          later(others) {
            for (const id of others) stateIds.add(id);
          },
          evaluated: (id, dueAt) => dueAt && due.set(id, dueAt),
        },
      };
      stateCampusIds.clear();
      return scope;
    },
    /** The work that a round has not done. */
    giveBack,
    [Symbol.dispose]() {
      for (const end of ends) end();
    },
  };
}

export type EvaluationWork = ReturnType<typeof createEvaluationWork>;
