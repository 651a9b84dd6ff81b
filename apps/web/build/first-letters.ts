import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import type { Translated } from "@verandah/texts/catalogue.ts";
import { Blob, Buffer as ShapedText, Face, Font, shape, shapeWithTrace, Variation } from "harfbuzzjs";
import { compress, decompress } from "wawoff2";

/** Joiners belong to the words of both scripts. */
const scripts: Record<Translated, { file: string; words: RegExp }> = {
  hi: {
    file: "noto-sans-devanagari/files/noto-sans-devanagari-devanagari-wght-normal.woff2",
    words: /[\u0900-\u097f\u200c\u200d]+/g,
  },
  kn: {
    file: "noto-sans-kannada/files/noto-sans-kannada-kannada-wght-normal.woff2",
    words: /[\u0c80-\u0cff\u200c\u200d]+/g,
  },
};

/** Regular; the browser makes bold letters from it. */
const WEIGHT = 400;

// Constants of `hb-subset.h` and `hb-blob.h`.
const MEMORY_WRITABLE = 2;
const DROPPED_TABLES = 3;
const NAMES = 4;
const LAYOUT_FEATURES = 6;
const NO_HINTING = 0x1;
const NO_LAYOUT_CLOSURE = 0x200;

/** Browsers do not read these of a font with one weight. */
const unusedTables = ["STAT", "gasp"];

const tag = (name: string) => Buffer.from(name).readUInt32BE();

const filePath = (specifier: string) => fileURLToPath(import.meta.resolve(specifier));

/** A font with the letters and conjuncts of words only, as WOFF2. @throws Error when it shows a word otherwise than the whole font */
export async function firstLetters(language: Translated, texts: string): Promise<Uint8Array> {
  const { file, words: ofScript } = scripts[language];
  const words = [...new Set(texts.match(ofScript))];
  const whole = await copyOf(decompress(readFileSync(filePath(`@fontsource-variable/${file}`))));
  const font = fontOf(whole);
  font.setVariations([new Variation("wght", WEIGHT)]);
  const part = await partOf(
    whole,
    new Set(words.join("")),
    new Set(words.flatMap((word) => glyphsOf(font, word))),
  );
  const fontOfPart = fontOf(part);
  const wrong = words.filter((word) => shapeOf(fontOfPart, word) !== shapeOf(font, word));
  if (wrong.length > 0)
    throw new Error(`The first letters of ${language} lack glyphs of: ${wrong.join(", ")}`);
  return copyOf(compress(part));
}

/** The library uses the memory of its result again. */
const copyOf = async (result: Promise<Uint8Array>) => Uint8Array.from(await result);

const fontOf = (content: Uint8Array) => new Font(new Face(new Blob(content)));

function shapedText(word: string): ShapedText {
  const text = new ShapedText();
  text.addText(word);
  text.guessSegmentProperties();
  return text;
}

/** All glyphs of the steps in which a font forms a word. */
function glyphsOf(font: Font, word: string): number[] {
  const text = shapedText(word);
  const steps = shapeWithTrace(font, text, [], 0, 0).filter(({ glyphs }) => glyphs);
  const traced = steps.flatMap(({ t }) => t.map((glyph) => Number(Object(glyph).g)));
  return [...traced, ...text.getGlyphInfos().map(({ codepoint }) => codepoint)];
}

/** Widths and places of a word's visible glyphs; a part numbers its glyphs otherwise. */
function shapeOf(font: Font, word: string): string {
  const text = shapedText(word);
  shape(font, text);
  return JSON.stringify(
    text
      .getGlyphInfosAndPositions()
      .filter(({ codepoint, xAdvance }) => xAdvance !== 0 || font.glyphToPath(codepoint) !== "")
      .map(({ codepoint, xAdvance, xOffset, yOffset }) => [codepoint === 0, xAdvance, xOffset, yOffset]),
  );
}

/** Removes all other letters and glyphs from a font, and pins its weight. */
async function partOf(
  whole: Uint8Array,
  letters: ReadonlySet<string>,
  glyphs: ReadonlySet<number>,
): Promise<Uint8Array> {
  const { instance } = await WebAssembly.instantiate(
    readFileSync(filePath("harfbuzzjs/dist/harfbuzz-subset.wasm")),
  );
  const { memory, ...functions } = instance.exports;
  if (!(memory instanceof WebAssembly.Memory)) throw new Error("The subsetter exports no memory.");
  const call = (name: string, ...values: number[]): number => {
    const one = functions[name];
    if (typeof one !== "function") throw new Error(`The subsetter exports no ${name}.`);
    return Number(one(...values));
  };
  call("_initialize");
  const start = call("malloc", whole.length);
  new Uint8Array(memory.buffer).set(whole, start);
  const face = call("hb_face_create", call("hb_blob_create", start, whole.length, MEMORY_WRITABLE, 0, 0), 0);
  const wanted = call("hb_subset_input_create_or_fail");
  const cleared = (kind: number) => {
    const set = call("hb_subset_input_set", wanted, kind);
    call("hb_set_clear", set);
    return set;
  };
  call("hb_subset_input_set_flags", wanted, NO_HINTING | NO_LAYOUT_CLOSURE);
  call("hb_set_invert", cleared(LAYOUT_FEATURES));
  cleared(NAMES);
  for (const table of unusedTables)
    call("hb_set_add", call("hb_subset_input_set", wanted, DROPPED_TABLES), tag(table));
  for (const letter of letters)
    call("hb_set_add", call("hb_subset_input_unicode_set", wanted), letter.codePointAt(0) ?? 0);
  for (const glyph of glyphs) call("hb_set_add", call("hb_subset_input_glyph_set", wanted), glyph);
  call("hb_subset_input_pin_axis_location", wanted, face, tag("wght"), WEIGHT);
  const part = call("hb_face_reference_blob", call("hb_subset_or_fail", face, wanted));
  const at = call("hb_blob_get_data", part, 0);
  return new Uint8Array(memory.buffer).slice(at, at + call("hb_blob_get_length", part));
}
