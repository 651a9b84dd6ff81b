import { i18n, type Messages } from "@lingui/core";
import type { Language } from "@verandah/contract/language.ts";

import { lacksLetters, loadFonts, waitsForLetters } from "./fonts.ts";

// The build has compiled every text with values; the others are shown as they are.
if (import.meta.env.PROD) i18n.setMessagesCompiler((text) => [text]);

/** The languages of the dashboard, in their own words. */
const languages: Readonly<Record<Language, string>> = { en: "English", hi: "हिन्दी", kn: "ಕನ್ನಡ" };
export const languageCodes: readonly Language[] = ["en", "hi", "kn"];

const storageKey = "language";

/** All texts, or those of the farmer's page. English is in the screens themselves. */
type Part = "all" | "farmer";
type Load = () => Promise<{ messages: Messages }>;

const catalogues: Record<Part, Record<Exclude<Language, "en">, Load>> = {
  all: {
    hi: () => import("@verandah/texts/locales/hi.po"),
    kn: () => import("@verandah/texts/locales/kn.po"),
  },
  farmer: {
    hi: () => import("@verandah/texts/locales/hi.po?farmer"),
    kn: () => import("@verandah/texts/locales/kn.po?farmer"),
  },
};

/** The stored language, otherwise the first supported one of the browser, otherwise English. */
export function preferredLanguage(): Language {
  const wanted = [localStorage.getItem(storageKey), ...navigator.languages];
  return wanted.map((tag) => tag?.slice(0, 2)).find(isLanguage) ?? "en";
}

/** A language in its own words, or in English while the device has no letters for them. */
export function languageName(language: Language): string {
  if (i18n.locale === language || !lacksLetters(language)) return languages[language];
  return new Intl.DisplayNames("en", { type: "language" }).of(language) ?? language;
}

let wanted: Language = "en";
let part: Part = "all";

/** Whether a phone without the letters of its language may load them now. */
let mayLoadLetters = true;

async function showWanted(): Promise<void> {
  const language = wanted;
  const isLacking = waitsForLetters(language);
  const fonts = isLacking && !mayLoadLetters ? Promise.reject(new Error("Not yet")) : loadFonts(language);
  const hasFonts = fonts.then(
    () => true,
    () => false,
  );
  const messages = language === "en" ? {} : (await catalogues[part][language]()).messages;
  // Other devices use their own letters until a font is loaded.
  const isReadable = !isLacking || (await hasFonts);
  // Another language was chosen while the files were loaded.
  if (language !== wanted) return showWanted();
  // English needs no letters that a phone could lack.
  const locale = isReadable ? language : "en";
  i18n.loadAndActivate({ locale, messages: isReadable ? messages : {} });
  document.documentElement.lang = locale;
}

/** Shows the wanted language on a phone that lacks its letters, now that it shows the pump. */
export async function loadLetters(): Promise<void> {
  if (mayLoadLetters) return;
  mayLoadLetters = true;
  if (waitsForLetters(wanted)) await showWanted();
}

/** Loads a language and shows everything in it. On the farmer's page a phone loads letters that it lacks after the pump. */
export async function showLanguage(language: Language, texts: Part = part): Promise<void> {
  wanted = language;
  if (texts !== part) mayLoadLetters = localStorage.getItem(storageKey) !== null;
  part = texts;
  await showWanted();
}

/** Shows a language and remembers it for the next visit. */
export async function chooseLanguage(language: Language): Promise<void> {
  mayLoadLetters = true;
  await showLanguage(language);
  localStorage.setItem(storageKey, language);
}

/** Whether a tag names a supported language. */
export function isLanguage(tag: string | undefined): tag is Language {
  return tag !== undefined && Object.hasOwn(languages, tag);
}
