import type { Limits } from "#data/configuration.queries.ts";

/** Fields of the form by path; an empty field is an empty text. */
export type Typed = Record<string, number | string>;

/** The numbers of nested fields by their path. */
export function typedOf(limits: object, prefix = ""): Typed {
  const entries = Object.entries(limits).flatMap(
    ([key, value]: [string, unknown]): [string, number | string][] => {
      if (typeof value === "number") return [[prefix + key, value]];
      return typeof value === "object" && value !== null
        ? Object.entries(typedOf(value, `${prefix}${key}.`))
        : [];
    },
  );
  return Object.fromEntries(entries);
}

/** The same fields with the typed texts as numbers. The server refuses anything else. */
export function numbersOf(typed: Typed, limits: Limits): Limits {
  const fill = <T extends object>(part: T, prefix: string): T => {
    const entries = Object.entries(part).map(([key, value]: [string, unknown]) => {
      const path = prefix + key;
      if (typeof value === "object" && value !== null) return [key, fill(value, `${path}.`)];
      const own = typed[path];
      return [key, own === undefined || own === "" ? null : Number(own)];
    });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same fields
    return Object.fromEntries(entries) as T;
  };
  return fill(limits, "");
}
