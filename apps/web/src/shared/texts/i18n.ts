import { i18n, type Messages } from "@lingui/core";
import { type CompiledMessage, compileMessage } from "@lingui/message-utils/compileMessage";
import type { Language } from "@verandah/contract/language.ts";

import { lacksLetters, loadFirstLetters, loadWholeFont, waitsForLetters } from "./fonts.ts";

/** The languages of the dashboard, in their own words. */
const languages: Readonly<Record<Language, string>> = { en: "English", hi: "हिन्दी", kn: "ಕನ್ನಡ" };
export const languageCodes: readonly Language[] = ["en", "hi", "kn"];

const storageKey = "language";

type Texts = () => Promise<{ messages: Messages; font?: string | undefined }>;

/** The texts of the first pages, and the rest. English is in the screens themselves. */
const files: Record<Language, readonly Texts[]> = {
  en: [],
  hi: [() => import("@verandah/texts/locales/hi.po"), () => import("@verandah/texts/locales/hi.po?rest")],
  kn: [() => import("@verandah/texts/locales/kn.po"), () => import("@verandah/texts/locales/kn.po?rest")],
};

const compiled = new Map<string, CompiledMessage>();
i18n.setMessagesCompiler((message) => {
  const known = compiled.get(message) ?? compileMessage(message);
  compiled.set(message, known);
  return known;
});

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
/** Whether a page beyond the first ones is open, which needs all texts. */
let needsAll = false;
let hasAll = false;

/** Whether a phone without the letters of its language may load them now. */
let mayLoadLetters = localStorage.getItem(storageKey) !== null;

async function showWanted(): Promise<void> {
  const [language, all] = [wanted, needsAll];
  const isLacking = waitsForLetters(language);
  // Until a font is loaded, and without one, the browser uses its own.
  if (!isLacking) loadWholeFont(language).catch(() => undefined);
  const texts = await Promise.all(files[language].slice(0, all ? 2 : 1).map((load) => load()));
  const isReadable =
    !isLacking ||
    (mayLoadLetters &&
      (await loadFirstLetters(language, texts[0]?.font).then(
        () => true,
        () => false,
      )));
  // Another language was chosen, or another page opened, while the files were loaded.
  if (language !== wanted || all !== needsAll) return showWanted();
  hasAll = isReadable && (all || language === "en");
  // English needs no letters that a phone could lack.
  const locale = isReadable ? language : "en";
  i18n.loadAndActivate({
    locale,
    messages: isReadable ? Object.assign({}, ...texts.map(({ messages }) => messages)) : {},
  });
  document.documentElement.lang = locale;
  if (isLacking && isReadable) loadWholeFont(language).catch(() => undefined);
}

/** Shows the wanted language on a phone that lacks its letters, now that it shows the first page. */
export async function loadLetters(): Promise<void> {
  if (mayLoadLetters) return;
  mayLoadLetters = true;
  if (waitsForLetters(wanted)) await showWanted();
}

/** Loads a language and shows everything in it. */
export async function showLanguage(language: Language): Promise<void> {
  wanted = language;
  await showWanted();
}

let loadingAll: Promise<void> | undefined;

/**
 * A module beyond the first pages, once its texts are there.
 *
 * @public A build puts it around the imports of such modules.
 */
export async function withTexts<M>(module: Promise<M>): Promise<M> {
  needsAll = true;
  mayLoadLetters = true;
  if (!hasAll) loadingAll ??= showWanted().finally(() => (loadingAll = undefined));
  const [loaded] = await Promise.all([module, loadingAll]);
  return loaded;
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
