import { type I18n, setupI18n } from "@lingui/core";
import { type CompiledMessage, compileMessage } from "@lingui/message-utils/compileMessage";

import { readCatalogue, type Translated } from "./catalogue.ts";
import type { Text } from "./msg.ts";

const catalogues = new Map<string, I18n>();
const compiled = new Map<string, CompiledMessage>();

function compile(message: string): CompiledMessage {
  const known = compiled.get(message) ?? compileMessage(message);
  compiled.set(message, known);
  return known;
}

/** The catalogue of a language, which is read when a text is wanted for the first time. */
function catalogueOf(language: "en" | Translated): I18n {
  const known = catalogues.get(language);
  if (known) return known;
  const messages = language === "en" ? {} : Object.fromEntries(readCatalogue(language));
  const read = setupI18n({ locale: language, messages: { [language]: messages } }).setMessagesCompiler(
    compile,
  );
  catalogues.set(language, read);
  return read;
}

/** A text in a language, with values in their places: for what the server writes. */
export const translate = (
  language: "en" | Translated,
  { id, message }: Text,
  values?: Readonly<Record<string, string | number>>,
): string => catalogueOf(language)._(id, values, { message });

/** Texts by their codes, as a function of the language. */
export const textsByCode =
  (texts: Readonly<Record<string, Text>>) =>
  (language: "en" | Translated): Record<string, string> =>
    Object.fromEntries(Object.entries(texts).map(([code, text]) => [code, translate(language, text)]));
