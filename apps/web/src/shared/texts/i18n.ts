import { i18n, type Messages } from "@lingui/core";
import { type CompiledMessage, compileMessage } from "@lingui/message-utils/compileMessage";

import { loadFonts } from "./fonts.ts";

/** The languages of the dashboard, in their own words. */
export const languages = { en: "English", hi: "हिन्दी", kn: "ಕನ್ನಡ" } as const;
export type Language = keyof typeof languages;
export const languageCodes: readonly Language[] = ["en", "hi", "kn"];

const storageKey = "language";

/** English is in the screens themselves, so that a page loads only its own texts. */
const catalogs: Record<Language, () => Promise<{ messages: Messages }>> = {
  en: () => Promise.resolve({ messages: {} }),
  hi: () => import("../../locales/hi.po"),
  kn: () => import("../../locales/kn.po"),
};

const compiled = new Map<string, CompiledMessage>();
i18n.setMessagesCompiler((message) => {
  const known = compiled.get(message) ?? compileMessage(message);
  compiled.set(message, known);
  return known;
});

/** The language chosen before, else the browser's first that we speak, else English. */
export function preferredLanguage(): Language {
  const wanted = [localStorage.getItem(storageKey), ...navigator.languages];
  return wanted.map((tag) => tag?.slice(0, 2)).find(isLanguage) ?? "en";
}

/** Loads a language and shows everything in it. */
export async function showLanguage(language: Language): Promise<void> {
  // Until a font is there, and without one, the browser shows its own.
  loadFonts(language).catch(() => undefined);
  const catalog = await catalogs[language]();
  i18n.loadAndActivate({ locale: language, messages: catalog.messages });
  document.documentElement.lang = language;
}

/** Shows a language and remembers it for the next visit. */
export async function chooseLanguage(language: Language): Promise<void> {
  await showLanguage(language);
  localStorage.setItem(storageKey, language);
}

/** Whether a tag names a language that we speak. */
export function isLanguage(tag: string | undefined): tag is Language {
  return tag !== undefined && Object.hasOwn(languages, tag);
}
