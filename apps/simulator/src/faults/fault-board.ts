import { randomUUID } from "node:crypto";

import { z } from "zod";

import type { Values } from "../physics/measured.ts";

/**
 * What can be broken on purpose. `device-silent`: neither hears nor speaks. `sensor-frozen`: goes on sending the value of that moment.
 * `value-forced`: shows a given value. `writes-ignored`: takes every write and does nothing. `gateway-cut-off`: the gateway's network
 * cable is pulled.
 */
export const faultKinds = [
  "device-silent",
  "sensor-frozen",
  "value-forced",
  "writes-ignored",
  "gateway-cut-off",
] as const;

const target = z
  .string({ error: "Name the device or gateway: target" })
  .min(1, "Name the device or gateway: target");
const paramId = z.string({ error: "Name the point: param_id" }).min(1, "Name the point: param_id");

export const faultInput = z.discriminatedUnion(
  "kind",
  [
    z.strictObject({ kind: z.literal("device-silent"), target }),
    z.strictObject({ kind: z.literal("sensor-frozen"), target, param_id: paramId.optional() }),
    z.strictObject({
      kind: z.literal("value-forced"),
      target,
      param_id: paramId,
      value: z.number({ error: "The value to show: a number" }),
    }),
    z.strictObject({ kind: z.literal("writes-ignored"), target }),
    z.strictObject({ kind: z.literal("gateway-cut-off"), target }),
  ],
  { error: `One of ${faultKinds.join(", ")}` },
);
export type FaultInput = z.output<typeof faultInput>;

export type Fault = FaultInput & { id: string; since: string };

/** A field of a fault that cannot be. */
export class FaultRefused extends Error {
  readonly field: "target" | "param_id";

  constructor(field: FaultRefused["field"], text: string) {
    super(text);
    this.name = "FaultRefused";
    this.field = field;
  }
}

/** What faults can be put on. */
export interface FaultTargets {
  gateways: ReadonlySet<string>;
  /** The points of each device. */
  devices: ReadonlyMap<string, readonly string[]>;
  /** Devices that can be written to. */
  commandable: ReadonlySet<string>;
}

/** The faults in force. */
export class FaultBoard {
  readonly #faults = new Map<string, Fault>();
  /** Frozen values by fault id. */
  readonly #frozen = new Map<string, Values>();
  readonly #targets: FaultTargets;

  constructor(targets: FaultTargets) {
    this.#targets = targets;
  }

  list(): Fault[] {
    return [...this.#faults.values()];
  }

  /** @throws FaultRefused when there is no such target or point */
  add(input: FaultInput, now: Date): Fault {
    this.#check(input);
    const fault: Fault = { ...input, id: randomUUID(), since: now.toISOString() };
    this.#faults.set(fault.id, fault);
    return fault;
  }

  /** False when there is no such fault. */
  remove(id: string): boolean {
    this.#frozen.delete(id);
    return this.#faults.delete(id);
  }

  clear(): void {
    this.#faults.clear();
    this.#frozen.clear();
  }

  has(kind: Fault["kind"], ssid: string): boolean {
    if (this.#faults.size === 0) return false;
    return this.list().some((fault) => fault.kind === kind && fault.target === ssid);
  }

  /** Values that the device shows instead of what it measures. */
  shownInstead(ssid: string, measured: () => Values): Values {
    const shown: Values = {};
    for (const fault of this.#faults.values()) {
      if (fault.target !== ssid) continue;
      if (fault.kind === "sensor-frozen") {
        const frozen = this.#frozen.get(fault.id) ?? { ...measured() };
        this.#frozen.set(fault.id, frozen);
        for (const [id, value] of Object.entries(frozen)) {
          if (fault.param_id === undefined || fault.param_id === id) shown[id] = value;
        }
      } else if (fault.kind === "value-forced") shown[fault.param_id] = fault.value;
    }
    return shown;
  }

  #check(input: FaultInput): void {
    if (input.kind === "gateway-cut-off") {
      if (!this.#targets.gateways.has(input.target))
        throw new FaultRefused(
          "target",
          `No gateway ${input.target}: ${[...this.#targets.gateways].join(", ")}`,
        );
      return;
    }
    const points = this.#targets.devices.get(input.target);
    if (!points) throw new FaultRefused("target", `No device ${input.target}`);
    if (input.kind === "writes-ignored" && !this.#targets.commandable.has(input.target))
      throw new FaultRefused("target", `Nothing can be written to ${input.target}`);
    if ("param_id" in input && input.param_id !== undefined && !points.includes(input.param_id))
      throw new FaultRefused(
        "param_id",
        `${input.target} has no point ${input.param_id}: ${points.join(", ")}`,
      );
  }
}
