import { fileURLToPath } from "node:url";

/** Points. */
export const TEXT_SIZE = 9;
export const LINE = "#b8c0c8";

const fontFile = (file: string) => fileURLToPath(import.meta.resolve(`@expo-google-fonts/${file}`));

/** Both fonts have Latin letters too. */
const fonts = {
  devanagari: {
    regular: fontFile("noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf"),
    bold: fontFile("noto-sans-devanagari/700Bold/NotoSansDevanagari_700Bold.ttf"),
  },
  kannada: {
    regular: fontFile("noto-sans-kannada/400Regular/NotoSansKannada_400Regular.ttf"),
    bold: fontFile("noto-sans-kannada/700Bold/NotoSansKannada_700Bold.ttf"),
  },
};
export type Weight = keyof typeof fonts.kannada;

const KANNADA = /[\u0C80-\u0CFF]/;
const INDIC = /[\u0900-\u097F\u0C80-\u0CFF]/;
/** Signs of units and tolerances that only the font without Indian letters has. */
const UNIT_SIGNS = /[±µ²³‰]/;
/** For signs that a font lacks. */
const plain: Readonly<Record<string, string>> = {
  "₂": "2",
  "⁶": "6",
  Ω: "ohm",
  "±": "+/-",
  µ: "u",
  "²": "2",
  "³": "3",
  "‰": "0/00",
};
const withoutSigns = (text: string, signs: RegExp) => text.replace(signs, (sign) => plain[sign] ?? sign);

export function fontOf(text: string, weight: Weight): string {
  if (UNIT_SIGNS.test(text) && !INDIC.test(text)) return weight === "bold" ? "Helvetica-Bold" : "Helvetica";
  return fonts[KANNADA.test(text) ? "kannada" : "devanagari"][weight];
}

export const cellOf = (text: string, weight: Weight = "regular", size = TEXT_SIZE) => ({
  text: withoutSigns(text, INDIC.test(text) ? /[₂⁶Ω±µ²³‰]/g : /[₂⁶Ω]/g),
  font: { src: fontOf(text, weight), size },
});
