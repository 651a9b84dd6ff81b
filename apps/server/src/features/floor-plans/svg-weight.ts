/** Shapes of a drawing, each counted as often as it is drawn; also the most references, each counted once. */
const SHAPES_MAX = 100_000;
/** Deepest nesting of elements with ids and of references to references, together. */
const CHAIN_MAX = 100;

interface Part {
  shapes: number;
  /** How often it draws each other part: those inside it, and those that it refers to. */
  readonly parts: Map<string, number>;
}

/** Adds up what a browser has to draw: a few references to references can stand for billions of shapes. */
export function createSvgWeight() {
  const whole: Part = { shapes: 0, parts: new Map() };
  const byId = new Map<string, Part>();
  let shapes = 0;
  let references = 0;

  function include(part: Part, id: string): void {
    part.parts.set(id, (part.parts.get(id) ?? 0) + 1);
  }

  function weigh(part: Part, known: Map<Part, number>, depth = 0): number {
    const before = known.get(part);
    if (before !== undefined) return before;
    if (depth > CHAIN_MAX) return Number.POSITIVE_INFINITY;
    // A part that draws itself is met again while it is being weighed.
    known.set(part, Number.POSITIVE_INFINITY);
    let sum = part.shapes;
    for (const [id, times] of part.parts) {
      const target = byId.get(id);
      if (target) sum += times * weigh(target, known, depth + 1);
    }
    known.set(part, sum);
    return sum;
  }

  return {
    /** Adds one element. `around` is the nearest id outside of it, `targets` are the ids that it refers to. */
    add(own: string | undefined, around: string | undefined, targets: readonly string[]): void {
      const outer = (around !== undefined && byId.get(around)) || whole;
      let part = outer;
      if (own !== undefined) {
        include(outer, own);
        part = byId.get(own) ?? { shapes: 0, parts: new Map() };
        byId.set(own, part);
      }
      part.shapes += 1;
      for (const id of targets) include(part, id);
      shapes += 1;
      references += targets.length;
    },
    /** Whether it is too much even if each reference drew nothing. */
    isTooMany: () => shapes > SHAPES_MAX || references > SHAPES_MAX,
    isTooMuch: () => weigh(whole, new Map()) > SHAPES_MAX,
  };
}
