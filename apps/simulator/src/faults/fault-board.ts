import { randomUUID } from "node:crypto";

import type { PointDescription } from "@verandah/field/points.ts";

import type { Values } from "../physics/measured.ts";
import type { Fault, FaultInput, FaultKind } from "./fault-kinds.ts";

/** An invalid field of a fault. */
export class FaultRefused extends Error {
  readonly field: "target" | "param_id";

  constructor(field: FaultRefused["field"], text: string) {
    super(text);
    this.name = "FaultRefused";
    this.field = field;
  }
}

/** Targets of faults: a device, a gateway or a building. */
export interface FaultTarget {
  points: readonly PointDescription[];
  kinds: ReadonlySet<FaultKind>;
}

const HOUR_MS = 3_600_000;
/** Interval at which an impossible value changes to another one, ms. */
const NONSENSE_MS = 10_000;

/** A value far outside the range of the point. */
function impossibleValue({ min = 0, max = 0 }: PointDescription, nowMs: number): number {
  const span = Math.max(1, max - min);
  return Math.floor(nowMs / NONSENSE_MS) % 2 === 0 ? max + 10 * span : min - 10 * span;
}

/** The faults in force. */
export class FaultBoard {
  readonly #faults = new Map<string, Fault>();
  /** Frozen values by fault id. */
  readonly #frozen = new Map<string, Values>();
  readonly #targets: ReadonlyMap<string, FaultTarget>;

  constructor(targets: ReadonlyMap<string, FaultTarget>) {
    this.#targets = targets;
  }

  list(): Fault[] {
    return [...this.#faults.values()];
  }

  /** @throws FaultRefused when the target or point does not exist, or the fault does not apply to it */
  add(input: FaultInput, now: Date): Fault {
    this.#check(input);
    const fault: Fault = { ...input, id: randomUUID(), since: now.toISOString() };
    this.#faults.set(fault.id, fault);
    return fault;
  }

  /** False when the fault does not exist. */
  remove(id: string): boolean {
    this.#frozen.delete(id);
    return this.#faults.delete(id);
  }

  clear(): void {
    this.#faults.clear();
    this.#frozen.clear();
  }

  has(kind: FaultKind, target: string): boolean {
    if (this.#faults.size === 0) return false;
    return this.list().some((fault) => fault.kind === kind && fault.target === target);
  }

  of(target: string): Fault[] {
    return this.#faults.size === 0 ? [] : this.list().filter((fault) => fault.target === target);
  }

  /** Id of the newest fault of a kind on a target. */
  newest(kind: FaultKind, target: string): string | undefined {
    return this.list().findLast((fault) => fault.kind === kind && fault.target === target)?.id;
  }

  /** How far the clock of a device or edge is ahead, ms. */
  clockErrorMs(target: string): number {
    let errorMs = 0;
    for (const fault of this.#faults.values())
      if (fault.kind === "clock-wrong" && fault.target === target) errorMs = fault.value * 1_000;
    return errorMs;
  }

  /** Values that the device shows instead of its measurements. */
  shownInstead(ssid: string, measured: () => Values, now: Date): Values {
    const shown: Values = {};
    for (const fault of this.#faults.values())
      if (fault.target === ssid) Object.assign(shown, this.#shown(fault, measured, now.getTime()));
    return shown;
  }

  #shown(fault: Fault, measured: () => Values, nowMs: number): Values {
    if (fault.kind === "value-forced") return { [fault.param_id]: fault.value };
    if (fault.kind === "sensor-drifting") {
      const hours = (nowMs - Date.parse(fault.since)) / HOUR_MS;
      return { [fault.param_id]: (measured()[fault.param_id] ?? 0) + fault.value * hours };
    }
    if (fault.kind === "sensor-frozen") {
      const frozen = this.#frozen.get(fault.id) ?? { ...measured() };
      this.#frozen.set(fault.id, frozen);
      return fault.param_id === undefined ? frozen : { [fault.param_id]: frozen[fault.param_id] ?? 0 };
    }
    if (fault.kind === "value-nonsense") {
      const points = this.#targets.get(fault.target)?.points ?? [];
      const broken = points.filter((point) =>
        fault.param_id === undefined ? point.kind === "reading" : point.paramId === fault.param_id,
      );
      return Object.fromEntries(broken.map((point) => [point.paramId, impossibleValue(point, nowMs)]));
    }
    return {};
  }

  #check(input: FaultInput): void {
    const known = this.#targets.get(input.target);
    const able = () =>
      [...this.#targets].flatMap(([ssid, { kinds }]) => (kinds.has(input.kind) ? [ssid] : [])).slice(0, 8);
    if (!known)
      throw new FaultRefused(
        "target",
        `No device ${input.target}; ${input.kind} is for ${able().join(", ")}`,
      );
    if (!known.kinds.has(input.kind))
      throw new FaultRefused(
        "target",
        `${input.target} cannot have ${input.kind}, which is for ${able().join(", ")}`,
      );
    if (!("param_id" in input) || input.param_id === undefined) return;
    const ids = known.points.map((point) => point.paramId);
    if (!ids.includes(input.param_id))
      throw new FaultRefused("param_id", `${input.target} has no point ${input.param_id}: ${ids.join(", ")}`);
  }
}
