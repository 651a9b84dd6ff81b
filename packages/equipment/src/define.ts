import type { EquipmentTypeInput, FaultRule, Point } from "./schema.ts";
import type { Unit } from "./units.ts";

export type Language = "en" | "hi" | "kn";
/** A text in each language of the product: built-in types have all of them. */
export type FullText = Readonly<Record<Language, string>>;

export const text = (en: string, hi: string, kn: string): FullText => ({ en, hi, kn });

/** `name` followed by a number, a phase or a channel. */
export const numbered = ({ en, hi, kn }: FullText, suffix: string): FullText =>
  text(`${en} ${suffix}`, `${hi} ${suffix}`, `${kn} ${suffix}`);

type Reading = Extract<Point, { kind: "reading" }>;
type Writable = Exclude<Point, Reading>;
type Named<P> = P & { name: FullText };

export const reading = (
  name: FullText,
  unit: Unit,
  range: [number, number],
  more: Omit<Reading, "kind" | "name" | "unit" | "range"> = {},
): Named<Reading> => ({ kind: "reading", name, unit, range, ...more });

export const writable = (
  kind: "setpoint" | "command",
  name: FullText,
  unit: Unit,
  more: Omit<Writable, "kind" | "name" | "unit">,
): Named<Writable> => ({ kind, name, unit, ...more });

/** One reading for each suffix of an id, e.g. for each phase. */
export function readings<S extends string, E extends string>(
  stem: S,
  ends: Readonly<Record<E, string>>,
  name: FullText,
  ...rest: [unit: Unit, range: [number, number], more?: Parameters<typeof reading>[3]]
): Record<`${S}${E}`, Named<Reading>>;
export function readings(
  stem: string,
  ends: Readonly<Record<string, string>>,
  name: FullText,
  ...rest: [unit: Unit, range: [number, number], more?: Parameters<typeof reading>[3]]
): Record<string, Named<Reading>> {
  return Object.fromEntries(
    Object.entries(ends).map(([end, suffix]) => [stem + end, reading(numbered(name, suffix), ...rest)]),
  );
}

export const offOn = { 0: text("Off", "बंद", "ಆಫ್"), 1: text("On", "चालू", "ಆನ್") };

/** A rule in code, its point, the other points that it uses, and the time for which the fault must be present, or absent. */
export const fault = (
  rule: string,
  point: string,
  evidence: string[],
  [onDelaySeconds, offDelaySeconds]: [on: number, off: number],
  more: { usesZones?: boolean; message?: FullText } = {},
): FaultRule => ({ rule, point, evidence, onDelaySeconds, offDelaySeconds, ...more });

export type AlarmInput = Omit<NonNullable<EquipmentTypeInput["alarms"]>[string], "guidance"> & {
  title: FullText;
  message?: FullText;
  variants?: Readonly<Record<string, FullText>>;
};

/**
 * A built-in type. Its guidance is an export beside it, so that the browser does not load it. The schema checks both in a test, and not in
 * the browser.
 */
export interface BuiltInType<
  T extends string = string,
  P extends string = string,
  A extends string = string,
> extends Omit<EquipmentTypeInput, "type" | "name" | "points" | "alarms"> {
  type: T;
  name: FullText;
  points: Readonly<Record<P, Named<Point>>>;
  alarms: Readonly<Record<A, AlarmInput>>;
}

export const defineEquipment = <T extends string, P extends string, A extends string = never>(
  type: BuiltInType<T, P, A>,
): BuiltInType<T, P, A> => type;

/** The guidance of each alarm of a type. */
export type GuidanceOf<T> = T extends BuiltInType<string, string, infer A> ? Record<A, FullText> : never;
