import { createPriorityArray, type PriorityArray } from "./bacnet/priority-array.ts";

/** The values at each priority of a device without BACnet, by point, as the product's values. */
export class CommandSlots {
  readonly #arrays: Map<string, PriorityArray>;

  constructor(paramIds: readonly string[], start: Readonly<Record<string, (number | null)[]>> = {}) {
    this.#arrays = new Map(paramIds.map((id) => [id, createPriorityArray(start[id])]));
  }

  has(paramId: string): boolean {
    return this.#arrays.has(paramId);
  }

  set(paramId: string, priority: number, value: number | null): void {
    this.#arrays.get(paramId)?.set(priority, value);
  }

  /** The value at a priority. */
  at(paramId: string, priority: number): number | null {
    return this.#arrays.get(paramId)?.slots[priority - 1] ?? null;
  }

  /** The priority above `priority` that is in force, if any. */
  winnerAbove(paramId: string, priority: number): number | undefined {
    const index = this.#arrays.get(paramId)?.slots.findIndex((slot) => slot !== null) ?? -1;
    return index >= 0 && index + 1 < priority ? index + 1 : undefined;
  }

  /** The commands in force, by point. */
  inForce(): Record<string, number> {
    const commands: Record<string, number> = {};
    for (const [id, array] of this.#arrays) {
      const value = array.inForce();
      if (value !== undefined) commands[id] = value;
    }
    return commands;
  }

  all(): Record<string, (number | null)[]> {
    return Object.fromEntries([...this.#arrays].map(([id, array]) => [id, [...array.slots]]));
  }
}
