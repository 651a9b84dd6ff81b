import { byConfidence } from "./suggest-point.ts";
import { NAME_MAX } from "./words.ts";

/** A place of the site; `parent` is the id of the place around it. */
export interface KnownPlace {
  id: string;
  name: string;
  kind: "building" | "floor" | "zone" | "area" | "room";
  parent?: string | undefined;
}

/** What shows the place: its whole name; the number of its floor, zone or room; or only the first of two numbers, as in `VAV-3-07`. */
type PlaceCode = "whole-name" | "floor" | "zone" | "room" | "number";

export interface PlaceSuggestion {
  place: string;
  /** 0 to 1. */
  confidence: number;
  /** `part`: the part of the name that shows the place. */
  reason: { code: PlaceCode; part: string };
}

const confidences = { "whole-name": 0.9, room: 0.85, floor: 0.75, zone: 0.75, number: 0.45 };
/** What remains of the doubt when the name also has a place around it. */
const DOUBT_WITH_PARENT = 0.5;
/** A place that the name shows no more than another one. */
const EQUAL = 0.6;
const SUGGESTIONS_MAX = 5;

const ordinals =
  "ground first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split(" ");

/** Numbers of floors, zones and rooms in names, in English and German. A floor below the ground has a negative number. */
const patterns: Readonly<Partial<Record<string, readonly RegExp[]>>> = {
  floor: [
    /(?<![a-z\d])(?:floor|flr|fl|level|lvl|lv|l|f|etage|geschoss|og|stock) ?[-_.#]? ?(\d{1,2})(?!\d|-[ln])/g,
    /(?<![a-z\d])(\d{1,2})(?:st|nd|rd|th)? ?[-_.]? ?(?:floor|flr|fl|f|og|etage|stock)(?![a-z])/g,
    /(?<![a-z\d])(?:b|ug|basement) ?[-_.]? ?(?<below>\d{1,2})(?!\d)/g,
    new RegExp(`(?<![a-z\\d])(${ordinals.join("|")}|gf|eg|erdgeschoss)(?![a-z])`, "g"),
  ],
  zone: [/(?<![a-z\d])(?:zone|zn|z) ?[-_.#]? ?(\d{1,3})(?!\d)/g],
  room: [/(?<![a-z])(?:room|rm|raum|r|buero) ?[-_.#]? ?([a-z]?\d{1,4}(?:\.\d{1,3})?[a-z]?)(?![a-z\d])/g],
};
const twoNumbers = /[a-z]{2,}[-_ ]?(\d{1,2})[-_.]\d{1,3}(?!\d)/g;

const plain = (text: string) =>
  text
    .slice(0, NAME_MAX)
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, " ")
    .toLowerCase()
    .normalize("NFC")
    .replaceAll("ü", "ue");
const wordsIn = (text: string) => ` ${text.replaceAll(/[^\p{L}\p{N}]+/gu, " ").trim()} `;
/** Words without a number are those of the ground floor. */
const numberOf = (text = "") =>
  /^\D+$/.test(text) ? String(Math.max(0, ordinals.indexOf(text))) : text.replace(/^0+(?=\d)/, "");

const numbersIn = (text: string, kind: string) =>
  (patterns[kind] ?? []).flatMap((pattern) =>
    Array.from(text.matchAll(pattern), (match) => ({
      number: `${match.groups ? "-" : ""}${numberOf(match[1])}`,
      part: match[0].trim(),
    })),
  );

/** How a name shows a place. `null`: it shows another place of this kind. */
function reasonOf(text: string, { name, kind }: KnownPlace): PlaceSuggestion["reason"] | null | undefined {
  const own = plain(name);
  // Many names have a single letter or number of another meaning.
  if (own.length > 2 && wordsIn(text).includes(wordsIn(own))) return { code: "whole-name", part: own };
  const wanted = new Set([
    ...numbersIn(own, kind).map(({ number }) => number),
    ...(/^\d/.test(own) ? [numberOf(/^[\d.]+/.exec(own)?.[0])] : []),
  ]);
  if (wanted.size === 0 || (kind !== "floor" && kind !== "zone" && kind !== "room")) return undefined;
  const found = numbersIn(text, kind);
  const same = found.find(({ number }) => wanted.has(number));
  if (same) return { code: kind, part: same.part };
  if (found.length > 0) return null;
  const ofTwo =
    kind === "floor" && [...text.matchAll(twoNumbers)].find(([, one]) => wanted.has(numberOf(one)));
  return ofTwo ? { code: "number", part: ofTwo[0] } : undefined;
}

/** The places of a site that the name of a device shows, the most likely first. */
export function suggestPlace(name: string, places: readonly KnownPlace[]): PlaceSuggestion[] {
  const text = plain(name);
  const byId = new Map(places.map((place) => [place.id, { place, reason: reasonOf(text, place) }]));
  const all = [...byId.values()].flatMap(({ place, reason }): PlaceSuggestion[] => {
    if (!reason) return [];
    let doubt = 1 - confidences[reason.code];
    for (let at = byId.get(place.parent ?? ""); at; at = byId.get(at.place.parent ?? "")) {
      if (at.reason === null) return [];
      if (at.reason) doubt *= DOUBT_WITH_PARENT;
    }
    return [{ place: place.id, confidence: 1 - doubt, reason }];
  });
  // A place says more than the place around it.
  const around = new Set(all.map(({ place }) => byId.get(place)?.place.parent));
  const sorted = all.filter(({ place }) => !around.has(place)).toSorted(byConfidence);
  const factor = sorted[0]?.confidence === sorted[1]?.confidence ? EQUAL : 1;
  return sorted.slice(0, SUGGESTIONS_MAX).map((one) => ({ ...one, confidence: one.confidence * factor }));
}
