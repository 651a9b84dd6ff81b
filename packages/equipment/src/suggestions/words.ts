import { quantityOf } from "../unit-conversions.ts";
import type { Unit } from "../units.ts";
import { abbreviations } from "./abbreviations.ts";

/** What a point does, as far as its name says it. */
export type Role = "setpoint" | "command" | "status" | "alarm";
const roles: ReadonlySet<string> = new Set<Role>(["setpoint", "command", "status", "alarm"]);
const isRole = (word: string): word is Role => roles.has(word);

/** The words that a part of a name means, by the tokens of the part, joined by spaces. */
const meanings: ReadonlyMap<string, readonly string[]> = new Map(
  abbreviations
    .trim()
    .split("\n")
    .flatMap((line) => {
      const [words = "", parts = ""] = line.split(": ");
      const means = words === "-" ? [] : words.split(" ");
      return parts.split(" ").map((part) => [part.replaceAll("_", " "), means] as const);
    }),
);
const LONGEST_PART = Math.max(...Array.from(meanings.keys(), (part) => part.split(" ").length));

/** Single letters that only the quantity of the value explains. `word` is the quantity's own word. */
const quantities: Readonly<Record<string, { word: string; letters?: Readonly<Record<string, string>> }>> = {
  temperature: { word: "temperature", letters: { t: "temperature" } },
  "relative humidity": { word: "humidity", letters: { h: "humidity" } },
  pressure: { word: "pressure", letters: { p: "pressure" } },
  "volume flow": { word: "flow", letters: { f: "flow", q: "flow" } },
  illuminance: { word: "illuminance" },
  irradiance: { word: "irradiance" },
  energy: { word: "energy" },
  frequency: { word: "frequency" },
  power: { word: "power", letters: { p: "power" } },
  "apparent power": { word: "power" },
  current: { word: "current", letters: { i: "current" } },
  voltage: { word: "voltage", letters: { u: "voltage", v: "voltage" } },
};
const phases: Readonly<Record<string, string>> = {
  a: "l1",
  b: "l2",
  c: "l3",
  n: "neutral",
  an: "l1 neutral",
  bn: "l2 neutral",
  cn: "l3 neutral",
  ab: "l1 l2",
  bc: "l2 l3",
  ca: "l3 l1",
};
const electrical: ReadonlySet<string> = new Set([
  "current",
  "voltage",
  "power",
  "frequency",
  "apparent power",
]);
/** Single letters at the end of a name. */
const lastLetters: Readonly<Record<string, Role>> = { s: "status", c: "command", o: "command", a: "alarm" };

/** The word of a quantity, as in the table of abbreviations. */
export const wordOfQuantity = (unit: Unit | undefined): string | undefined =>
  unit && quantities[quantityOf(unit)]?.word;

export interface Words {
  /** What the name is about. */
  content: ReadonlySet<string>;
  roles: ReadonlySet<Role>;
  /** Tokens without a known meaning. */
  unknown: readonly string[];
}

const umlauts: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue", ß: "ss" };

/** Longer names are cut off: their parts are compared with each other. */
export const NAME_MAX = 250;

/** The tokens of a name in lower case: words of camel case, and numbers, apart. */
export const tokensOf = (text: string): string[] =>
  text
    .slice(0, NAME_MAX)
    .normalize("NFC")
    .replaceAll("_", " ")
    .replaceAll(/\bk(?:Wh|W|VArh|VAh|VAr|VA)\b/g, (unit) => unit.toLowerCase())
    .replaceAll(/\bpm ?2\.?5\b/gi, " pm25 ")
    .replaceAll(/(?<=[\p{Ll}\d])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, " ")
    .toLowerCase()
    .replaceAll(/[äöüß]/g, (letter) => umlauts[letter] ?? "")
    .replaceAll(/\br(?=\d{3})/g, "room ")
    .match(/co2|pm25|(?<![a-z\d])l[123](?!\d)|[a-z]+|\d+/g) ?? [];

/** The parts of which a token is made without a mark between them, such as `satsp` or `zulufttemperatur`; undefined when a rest remains. */
function splitToken(token: string, most = 4): string[] | undefined {
  if (meanings.has(token)) return [token];
  if (most === 1) return undefined;
  for (let end = token.length - 2; end >= 2; end -= 1) {
    if (!meanings.has(token.slice(0, end))) continue;
    const rest = splitToken(token.slice(end), most - 1);
    if (rest) return [token.slice(0, end), ...rest];
  }
  return undefined;
}

/** The words that a name means. `unit` explains its single letters. */
export function wordsOf(text: string, unit?: Unit): Words {
  const tokens = tokensOf(text).flatMap((token) =>
    meanings.has(token) || token.length < 4 ? [token] : (splitToken(token) ?? [token]),
  );
  const quantity = unit && quantityOf(unit);
  const isElectrical = quantity !== undefined && electrical.has(quantity);
  const letters = { ...(quantity ? quantities[quantity]?.letters : {}), ...(isElectrical ? phases : {}) };
  const content = new Set<string>();
  const found = new Set<Role>();
  const unknown: string[] = [];
  const add = (word: string) => {
    if (isRole(word)) found.add(word);
    else content.add(word);
  };
  for (let at = 0; at < tokens.length;) {
    let length = Math.min(LONGEST_PART, tokens.length - at);
    while (length > 0 && !meanings.has(tokens.slice(at, at + length).join(" "))) length -= 1;
    const token = tokens[at] ?? "";
    const isLast = at + Math.max(1, length) === tokens.length;
    const letter = letters[token] ?? (isLast && content.size > 0 ? lastLetters[token] : undefined);
    if (length > 0) for (const word of meanings.get(tokens.slice(at, at + length).join(" ")) ?? []) add(word);
    else if (letter) for (const word of letter.split(" ")) add(word);
    else if (/[a-z]/.test(token)) unknown.push(token);
    at += Math.max(1, length);
  }
  return { content, roles: found, unknown };
}
