import { builtInTypes, type KnownType } from "../catalogue.ts";
import type { Point } from "../schema.ts";
import { conversionOf } from "../unit-conversions.ts";
import type { Unit } from "../units.ts";
import { alsoCalled, alsoNamed, sensorClasses } from "./abbreviations.ts";
import { type Role, wordOfQuantity, type Words, wordsOf } from "./words.ts";

type WordSet = ReadonlySet<string>;

/** A point of a type, as the rules compare it with a found one. */
export interface KnownPoint {
  type: string;
  id: string;
  point: Point;
  /** Sets of words, each of which describes the point: of its name, and others that no similar point of the type shares. */
  variants: readonly WordSet[];
  /** All words that a name of the point may have, and those of its states. */
  allowed: WordSet;
  stateWords: WordSet;
  /** Roles that a name of the point may show. */
  roles: ReadonlySet<Role>;
}

/** A type and its points. */
export interface TypeRules {
  type: string;
  /** Sets of words, each of which names the type; and those that count when a device names no type. */
  names: readonly WordSet[];
  otherNames: readonly WordSet[];
  /** Its inputs and outputs are parts of the equipment. In names of other types an output is a command. */
  hasOutputs: boolean;
  points: readonly KnownPoint[];
}

/** In a set of words: the name says that the point reports a fault. */
export const FAULT = "fault";
/** Words that names and Brick classes often leave out, so that a set of words does not need them. */
const leftOut: WordSet = new Set(["air", "water"]);

const all = (sets: readonly WordSet[]): WordSet => new Set(sets.flatMap((words) => [...words]));

/** The words of a text of the catalogue. Those of a site's own types need not be in the table of abbreviations. */
function catalogueWords(text: string, unit?: Unit): Words {
  const { content, roles, unknown } = wordsOf(text, unit);
  return { content: new Set([...content, ...unknown]), roles, unknown: [] };
}

/** The roles of a point. The valve commands are setpoints in the catalogue, and commands by their Brick classes. */
function rolesOf({ kind, brick = "", states = {} }: Point, own: readonly Words[]): Role[] {
  if (kind !== "reading") return [brick.endsWith("_Command") ? "command" : kind];
  const isFault =
    brick.endsWith("Alarm") ||
    own.some(({ roles }) => roles.has("alarm")) ||
    Object.values(states).some(({ level = "fine" }) => level !== "fine");
  return isFault ? ["status", "alarm"] : ["status"];
}

/** The classes of sensors that measure a point. */
function classesOf(type: string, id: string): string[] {
  const classes = Object.entries(sensorClasses).find(([of]) => of === type)?.[1] ?? {};
  return Object.entries(classes).flatMap(([name, pointId]) => (pointId === id ? [name] : []));
}

function knownPoint(type: KnownType, typeNames: WordSet, id: string, point: Point): KnownPoint {
  const { name, brick = "", unit, states = {} } = point;
  const texts = [name.en, id, ...(alsoCalled[type.type]?.[id] ?? []), ...classesOf(type.type, id)];
  const own = texts.map((text) => catalogueWords(text, unit));
  const ofBrick = catalogueWords(brick, unit);
  const quantityWord = wordOfQuantity(unit);
  const quantity = new Set(quantityWord ? [quantityWord] : []);
  const ignored = all([typeNames, leftOut]).difference(quantity);
  // Several points of a type can have one Brick class.
  const isOnlyBrick = Object.values<Point>(type.points).filter((one) => one.brick === brick).length === 1;
  const variants = (isOnlyBrick ? [...own, ofBrick] : own).map(({ content, roles }) =>
    content.difference(ignored).union(new Set(roles.has("alarm") ? [FAULT] : [])),
  );
  const contents = [...own, ofBrick].map(({ content }) => content);
  return {
    type: type.type,
    id,
    point,
    variants,
    allowed: all([...contents, typeNames, quantity, new Set([FAULT])]),
    stateWords: all(Object.values(states).map((state) => wordsOf(state.en).content)),
    roles: new Set(rolesOf(point, own)),
  };
}

/** Whether two points of a type differ by their words alone. */
const isSimilar = ({ point: one }: KnownPoint, { point: other }: KnownPoint) =>
  one !== other &&
  (one.kind === "reading") === (other.kind === "reading") &&
  Boolean(one.states) === Boolean(other.states) &&
  conversionOf(one.unit, other.unit) !== undefined;

const wordSets = (texts: readonly (string | undefined)[]) =>
  texts.map((text = "") => catalogueWords(text).content).filter(({ size }) => size > 0);

function rulesOf(type: KnownType): TypeRules {
  const names = wordSets([type.type, (type.singular ?? type.name).en, type.brick]);
  const otherNames = wordSets(alsoNamed[type.type] ?? []);
  const points = Object.entries<Point>(type.points).map(([id, point]) =>
    knownPoint(type, all([...names, ...otherNames]), id, point),
  );
  const isShared = (variant: WordSet, of: KnownPoint) =>
    points.some((other) => isSimilar(of, other) && variant.isSubsetOf(other.allowed));
  return {
    type: type.type,
    names,
    otherNames,
    hasOutputs: points.some(({ allowed }) => allowed.has("output")),
    points: points.map((known) => ({
      ...known,
      variants: known.variants.filter((variant, at) => at === 0 || !isShared(variant, known)),
    })),
  };
}

/** The rules for the built-in types and for those of a site. Make them once for many points. */
export const suggestionRules = (siteTypes: readonly KnownType[] = []): readonly TypeRules[] =>
  [...builtInTypes, ...siteTypes].map(rulesOf);
