/** Maximum number of shapes, each counted as often as it is drawn. Also the maximum number of references, each counted once. */
const SHAPES_MAX = 100_000;
/** Maximum nesting of elements with ids and of references to references, together. */
const CHAIN_MAX = 100;

interface Part {
  shapes: number;
  /** How often it draws each other part: its children and the parts that it refers to. */
  readonly parts: Map<string, number>;
}

/** Counts the shapes that a browser has to draw. A few references to references can mean billions of shapes. */
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
    // A part that draws itself occurs again during its own calculation.
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
    /** Adds one element. `around` is the nearest ancestor's id, `targets` are the ids that it refers to. */
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
    /** Whether the limit is exceeded even if each reference draws nothing. */
    isTooMany: () => shapes > SHAPES_MAX || references > SHAPES_MAX,
    isTooMuch: () => weigh(whole, new Map()) > SHAPES_MAX,
  };
}
