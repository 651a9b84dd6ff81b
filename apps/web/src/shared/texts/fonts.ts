import type { Language } from "@verandah/contract/language.ts";

const files: Record<Language, () => Promise<unknown>> = {
  en: () => import("@fontsource-variable/inter/wght.css"),
  hi: () => import("@fontsource-variable/noto-sans-devanagari/index.css"),
  kn: () => import("@fontsource-variable/noto-sans-kannada/index.css"),
};

const PHONE = "(max-width: 48em)";
/** Letters of each script. */
const samples: Record<Language, readonly string[]> = { en: [], hi: ["क", "म"], kn: ["ಕ", "ಮ"] };
/** A code that no font has. */
const NO_LETTER = "\uffff";

/** Loads the fonts of a language. A phone uses its own fonts if they have the letters: our fonts are as large as the rest of its page. */
export async function loadFonts(language: Language): Promise<void> {
  if (!window.matchMedia(PHONE).matches) await Promise.all([files.en(), files[language]()]);
  else if (!hasLetters(samples[language])) await files[language]();
}

/** Whether the browser has the letters: it shows all letters that it lacks as boxes of one width. */
function hasLetters(sample: readonly string[]): boolean {
  const context = document.createElement("canvas").getContext("2d");
  const widthOf = (letter: string) => context?.measureText(letter).width;
  return sample.every((letter) => widthOf(letter) !== widthOf(NO_LETTER));
}
