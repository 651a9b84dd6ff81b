import devanagari from "@fontsource-variable/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-wght-normal.woff2?url";
import kannada from "@fontsource-variable/noto-sans-kannada/files/noto-sans-kannada-kannada-wght-normal.woff2?url";
import kannadaOfPhone from "@fontsource/noto-sans-kannada/files/noto-sans-kannada-kannada-400-normal.woff2?url";
import devanagariOfPhone from "@fontsource/yantramanav/files/yantramanav-devanagari-400-normal.woff2?url";
import type { Language } from "@verandah/contract/language.ts";

/** Fonts of the scripts, with letters that every font of a script has. A phone gets one weight, a third of the size. */
const scripts = {
  hi: {
    family: "Devanagari",
    file: devanagari,
    ofPhone: devanagariOfPhone,
    letters: ["क", "म"],
    range: "U+0900-097F,U+200C-200D",
  },
  kn: {
    family: "Kannada",
    file: kannada,
    ofPhone: kannadaOfPhone,
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

/** Whether a page shows English until a font is loaded. */
export const waitsForLetters = (language: Language): boolean => isPhone() && lacksLetters(language);

/** Loads the fonts of a language, where they are needed. Until then the browser uses its own. */
export async function loadFonts(language: Language): Promise<void> {
  if (!isPhone()) {
    await import("@fontsource-variable/inter/wght.css");
    // Requested before there is a text: one that is drawn without the font moves when it arrives.
    void document.fonts.load('1em "Inter Variable"').catch(() => undefined);
  }
  if (language === "en" || (isPhone() && !lacksLetters(language))) return;
  const { family, file, ofPhone, range } = scripts[language];
  if (isPhone()) await loadFont(family, ofPhone, { weight: "400", unicodeRange: range });
  else await loadFont(family, file, { weight: "100 900", unicodeRange: range });
}

const loaded = new Set<string>();

async function loadFont(family: string, file: string, descriptors: FontFaceDescriptors): Promise<void> {
  if (loaded.has(file)) return;
  const font = new FontFace(family, `url(${file})`, descriptors);
  document.fonts.add(await font.load());
  loaded.add(file);
}
