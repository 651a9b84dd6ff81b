import { readFileSync } from "node:fs";
import path from "node:path";

import { generateMessageId } from "@lingui/message-utils/generateMessageId";
import { parsePo } from "pofile-ts";

/** The languages that have a catalogue. English is in the code. */
export const translated = ["hi", "kn"] as const;
export type Translated = (typeof translated)[number];

/** Where the texts of a language are. */
export const catalogueFile = (language: string): string =>
  path.join(import.meta.dirname, `../locales/${language}.po`);

/** The texts of a language by their ids; an empty one has no translation yet. */
export function readCatalogue(language: string): Map<string, string> {
  const { items } = parsePo(readFileSync(catalogueFile(language), "utf8"));
  return new Map(
    items.map(({ msgid, msgctxt, msgstr }) => [generateMessageId(msgid, msgctxt ?? ""), msgstr[0] ?? ""]),
  );
}
