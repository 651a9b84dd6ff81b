/** Maximum number of shapes, each counted as often as it is drawn. Also the maximum number of references in the text. */
const SHAPES_MAX = 100_000;
/** Maximum nesting of elements with ids and of references to references, together. */
const CHAIN_MAX = 100;

interface Part {
  shapes: number;
  /** How often the part draws each other part: its children and the parts to which it refers. */
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
    // A part that draws itself gets this result for the inner occurrence.
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
    /** Adds one element. `ancestorId` is the id of the nearest ancestor with an id, `targets` are the ids to which the element refers. */
    add(own: string | undefined, ancestorId: string | undefined, targets: readonly string[]): void {
      const outer = (ancestorId !== undefined && byId.get(ancestorId)) || whole;
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
    /** Whether the elements alone exceed the limit, without the shapes that references draw. */
    hasTooManyElements: () => shapes > SHAPES_MAX || references > SHAPES_MAX,
    drawsTooManyShapes: () => weigh(whole, new Map()) > SHAPES_MAX,
  };
}
