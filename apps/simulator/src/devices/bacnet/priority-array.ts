/** Levels of a commandable object. Source: ASHRAE 135 §19.2. */
export const PRIORITIES = 16;
/** Reserved for minimum on/off times. Source: ASHRAE 135 §19.2.3. */
export const MINIMUM_TIME_PRIORITY = 6;

/** The sixteen slots of a commandable object; the first that is set is in force. */
export interface PriorityArray {
  readonly slots: readonly (number | null)[];
  /** Sets or, with null, releases a slot, 1 to 16. */
  set(priority: number, value: number | null): void;
  /** The value in force; undefined when all slots are released. */
  inForce(): number | undefined;
}

export function createPriorityArray(start: readonly (number | null)[] = []): PriorityArray {
  const slots = Array.from({ length: PRIORITIES }, (_, index) => start[index] ?? null);
  return {
    slots,
    set(priority, value) {
      if (!Number.isInteger(priority) || priority < 1 || priority > PRIORITIES)
        throw new RangeError(`Priority ${priority} is not 1 to ${PRIORITIES}`);
      slots[priority - 1] = value;
    },
    inForce: () => slots.find((slot) => slot !== null) ?? undefined,
  };
}
