/** Member names of a path such as `a.b.0`. A backslash before a dot makes it part of a name. */
const namesOf = (path: string): string[] =>
  path.split(/(?<!\\)\./).map((name) => name.replaceAll("\\.", "."));

/** The value at a path: names of nested members, joined by dots; the items of an array count from 0. An empty path is the whole value. */
export function fieldOf(value: unknown, path: string): unknown {
  if (path === "") return value;
  return namesOf(path).reduce<unknown>((within, name) => {
    const hasField = typeof within === "object" && within !== null && Object.hasOwn(within, name);
    return hasField ? Reflect.get(within, name) : undefined;
  }, value);
}

/** A boolean becomes 0 or 1. Some devices send numbers as texts. */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === "boolean") return Number(value);
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

/** A text that is not empty; numbers and booleans as texts. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return typeof value === "string" && value !== "" ? value : undefined;
}
