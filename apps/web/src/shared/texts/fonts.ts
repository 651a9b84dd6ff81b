import devanagari from "@fontsource-variable/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-wght-normal.woff2?url";
import kannada from "@fontsource-variable/noto-sans-kannada/files/noto-sans-kannada-kannada-wght-normal.woff2?url";
import type { Language } from "@verandah/contract/language.ts";

/** The whole fonts, with letters that every font of a script has. */
const scripts = {
  hi: {
    family: "Noto Sans Devanagari Variable",
    file: devanagari,
    letters: ["क", "म"],
    range: "U+0900-097F,U+200C-200D",
  },
  kn: {
    family: "Noto Sans Kannada Variable",
    file: kannada,
    letters: ["ಕ", "ಮ"],
    range: "U+0C80-0CFF,U+200C-200D",
  },
} as const;

const PHONE = "(max-width: 48em)";
/** A code that no font has. */
const NO_LETTER = "\uffff";

const isPhone = () => window.matchMedia(PHONE).matches;

/** Whether this device shows boxes in place of a language's letters. */
export function lacksLetters(language: Language): boolean {
  if (language === "en") return false;
  // It shows all letters that it lacks as boxes of one width.
  const context = document.createElement("canvas").getContext("2d");
  if (!context) return false;
  const widthOf = (letter: string) => context.measureText(letter).width;
  return scripts[language].letters.some((letter) => widthOf(letter) === widthOf(NO_LETTER));
}

/** Whether a page first shows English. Our fonts are as large as the rest of a phone's page, and so it has its own. */
export const waitsForLetters = (language: Language): boolean => isPhone() && lacksLetters(language);

/** Loads the whole font of a language, where it is needed. Until then the browser uses the first letters, or its own font. */
export async function loadWholeFont(language: Language): Promise<void> {
  if (!isPhone()) await import("@fontsource-variable/inter/wght.css");
  if (language === "en" || (isPhone() && !lacksLetters(language))) return;
  const { family, file } = scripts[language];
  await loadFont(language, family, file);
}

/** Loads the letters of the texts of the first pages. */
export async function loadFirstLetters(language: Language, file: string | undefined): Promise<void> {
  if (language !== "en" && file) await loadFont(language, "First Letters", file);
}

const loaded = new Set<string>();

async function loadFont(language: keyof typeof scripts, family: string, file: string): Promise<void> {
  if (loaded.has(file)) return;
  const weight = family === "First Letters" ? "400" : "100 900";
  const font = new FontFace(family, `url(${file})`, { weight, unicodeRange: scripts[language].range });
  document.fonts.add(await font.load());
  loaded.add(file);
}
