import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { dirname } from "node:path";

import { instantMs, paramId, ssid } from "@verandah/field/identifiers.ts";
import { z } from "zod";

import { isSameValue } from "../drivers/driver.ts";

const writtenValue = z.object({
  device: ssid,
  point: paramId,
  priority: z.int(),
  /** The command that wrote the value; missing in files of older gateways. */
  commandId: z.uuid().optional(),
  until: instantMs,
  /** The written value; missing in files of older gateways. */
  value: z.number().optional(),
  /** Whether the device accepted the write. */
  isWritten: z.boolean().optional(),
  /** When the gateway wrote the value again because the slot was empty. */
  rewrittenAt: instantMs.optional(),
  /** The value before the override, for a device without a priority array. */
  before: z.number().optional(),
});
const override = writtenValue.extend({
  /** A release was sent, and its effect is not known yet. */
  isReleasing: z.boolean().optional(),
  /** Overrides that may still be in force instead, the newest first, until it is known whether the device took the value. */
  earlier: z.array(writtenValue).optional(),
});
/** A value that was written with an end (`until`). */
export type Override = z.output<typeof override>;

/** Maximum number of failed writes whose value the device may hold, after the newest. */
const UNKNOWN_MAX = 6;

/** The override and those that may still be in force instead, the newest first; the last one is known to have been in force. */
export function candidatesOf({ earlier = [], ...newest }: Override): Override[] {
  const { isReleasing: _releasing, ...written } = newest;
  return [written, ...earlier.slice(0, UNKNOWN_MAX), ...earlier.slice(UNKNOWN_MAX).slice(-1)];
}

/** The override that the device holds; undefined when it holds another value or none. */
export function heldOverride(recorded: Override, held: number | null): Override | undefined {
  return candidatesOf(recorded).find(({ value }) => value !== undefined && isSameValue(held, value));
}

const slotOf = ({ device, point, priority }: Pick<Override, "device" | "point" | "priority">) =>
  `${device}\n${point}\n${priority}`;

/**
 * Overrides in force, in a separate file, because they must end even if the outbox is lost. Each save writes a new file and renames it, so
 * that after a power failure either the old or the new file is complete.
 */
export class OverrideStore {
  readonly #file: string;
  readonly #overrides: Map<string, Override>;

  constructor(file: string) {
    this.#file = file;
    mkdirSync(dirname(file), { recursive: true });
    this.#overrides = new Map(readOverrides(file).map((one) => [slotOf(one), one]));
  }

  list(): Override[] {
    return [...this.#overrides.values()].toSorted((a, b) => a.until - b.until);
  }

  at(slot: Pick<Override, "device" | "point" | "priority">): Override | undefined {
    return this.#overrides.get(slotOf(slot));
  }

  put(one: Override): void {
    this.#overrides.set(slotOf(one), one);
    this.#save();
  }

  remove(slot: Pick<Override, "device" | "point" | "priority">): void {
    if (this.#overrides.delete(slotOf(slot))) this.#save();
  }

  #save(): void {
    const fresh = `${this.#file}.new`;
    const file = openSync(fresh, "w", 0o600);
    try {
      writeSync(file, JSON.stringify(this.list()));
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(fresh, this.#file);
  }
}

/** Returns no overrides without a file. An unreadable file is renamed for analysis. */
function readOverrides(file: string): Override[] {
  try {
    return z.array(override).parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    if (!isMissing) renameSync(file, `${file}.damaged`);
    return [];
  }
}
