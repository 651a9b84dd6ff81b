/** Shapes of a drawing, each counted as often as it is drawn. */
const SHAPES_MAX = 100_000;
/** Longest chain of references to references. */
const CHAIN_MAX = 100;

interface Part {
  shapes: number;
  /** Ids of what it draws once more. */
  references: string[];
}

/** Adds up what a browser has to draw: a few references to references can stand for billions of shapes. */
export function createSvgWeight() {
  const whole: Part = { shapes: 0, references: [] };
  const byId = new Map<string, Part>();

  function weigh(part: Part, known: Map<Part, number>, depth = 0): number {
    const before = known.get(part);
    if (before !== undefined) return before;
    if (depth > CHAIN_MAX) return Number.POSITIVE_INFINITY;
    // What draws itself is met again while it is being weighed.
    known.set(part, Number.POSITIVE_INFINITY);
    let sum = part.shapes;
    for (const id of part.references) {
      const target = byId.get(id);
      if (target) sum += weigh(target, known, depth + 1);
    }
    known.set(part, sum);
    return sum;
  }

  return {
    /** One element, with the ids of itself and all around it, and what it refers to. */
    add(idsAround: readonly string[], references: readonly string[]): void {
      const parts = idsAround.map((id) => {
        const part = byId.get(id) ?? { shapes: 0, references: [] };
        byId.set(id, part);
        return part;
      });
      for (const part of [whole, ...parts]) {
        part.shapes += 1;
        part.references.push(...references);
      }
    },
    /** Whether it is too much without any reference already. */
    isTooMany: () => whole.shapes > SHAPES_MAX,
    isTooMuch: () => weigh(whole, new Map()) > SHAPES_MAX,
  };
}
