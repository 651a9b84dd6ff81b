import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { dirname } from "node:path";

import { instantMs, paramId, ssid } from "@verandah/field/identifiers.ts";
import { z } from "zod";

const override = z.object({
  device: ssid,
  point: paramId,
  priority: z.int(),
  /** The command that wrote it; books of older gateways do not say. */
  commandId: z.uuid().optional(),
  /** When it ends. */
  until: instantMs,
  /** What was written; books of older gateways do not say. */
  value: z.number().optional(),
  /** Whether the device took the write. */
  isWritten: z.boolean().optional(),
  /** When it was written again because its slot was empty. */
  rewrittenAt: instantMs.optional(),
  /** What the device had before, for one that keeps no priorities. */
  before: z.number().optional(),
});
/** A value that somebody wrote for a while. */
export type Override = z.output<typeof override>;

const slotOf = ({ device, point, priority }: Pick<Override, "device" | "point" | "priority">) =>
  `${device}\n${point}\n${priority}`;

/**
 * The overrides in force, on disk in a file of its own: they must end even when the outbox was lost. Written whole, under another name
 * first, so that a power cut leaves either the old file or the new one.
 */
export class OverrideBook {
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

/** None when there is no file; a file that cannot be understood is set aside for whoever wants to look. */
function readOverrides(file: string): Override[] {
  try {
    return z.array(override).parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    if (!isMissing) renameSync(file, `${file}.damaged`);
    return [];
  }
}
