import { createHash } from "node:crypto";
import path from "node:path";

import { compileMessageOrThrow } from "@lingui/message-utils/compileMessage";
import { catalogueFile, readCatalogue, translated } from "@verandah/texts/catalogue.ts";
import { parseAst, type Plugin, type Rolldown, Visitor } from "vite";

import { type Edit, edited } from "./edits.ts";
import { firstLetters } from "./first-letters.ts";
import { scriptsOf, firstVisits } from "./visits.ts";

const TEXT_FILE = /\/(\w+)\.po(\?rest)?$/;
/** The source of a file's texts, once it is known. */
const PLACE = /"texts of (\w+), (first|rest)"/g;
/** The address of a language's first letters, once its first texts are known. */
const FONT_PLACE = /"first letters of (\w+)"/g;
/** Strings that may be ids of texts. */
const TEXT_ID = /"([\w-]{6})"/g;
const WAIT = "withTexts";

/**
 * Puts the texts of a language into two files: those of the first pages, and the rest. Imports of modules beyond the first pages wait for
 * the rest. Both files have only texts that the code of the browser uses; English is in the code itself.
 *
 * @param english the texts of all modules by their ids
 */
export function textFiles(english: ReadonlyMap<string, string>): Plugin {
  let isBuild = false;
  let fonts: Promise<ReadonlyMap<string, string>> | undefined;

  function idsIn(codes: readonly string[]): Set<string> {
    const found = codes.flatMap((code) => Array.from(code.matchAll(TEXT_ID), ([, id = ""]) => id));
    return new Set(found.filter((id) => english.has(id)));
  }

  /** @returns the addresses of the fonts by language */
  async function emitFonts(
    context: Rolldown.PluginContext,
    codes: readonly string[],
  ): Promise<ReadonlyMap<string, string>> {
    const addresses = new Map<string, string>();
    for (const language of translated) {
      const catalogue = readCatalogue(language);
      const texts = [...idsIn(codes)].map((id) => catalogue.get(id));
      // Texts of equipment are in the code itself.
      const source = await firstLetters(language, [...texts, ...codes, ...agesIn(language)].join(" "));
      const hash = createHash("sha256").update(source).digest("base64url").slice(0, 8);
      const fileName = `assets/first-letters-${language}-${hash}.woff2`;
      context.emitFile({ type: "asset", fileName, source });
      addresses.set(language, `/${fileName}`);
    }
    return addresses;
  }

  return {
    name: "text-files",
    enforce: "post",
    configResolved({ command }) {
      isBuild = command === "build";
    },
    load: {
      filter: { id: TEXT_FILE },
      handler(id) {
        const [, language = "", rest] = TEXT_FILE.exec(id) ?? [];
        this.addWatchFile(catalogueFile(language));
        const whole = () => JSON.stringify(compiled(rest ? new Map() : readCatalogue(language)));
        const json = isBuild ? `texts of ${language}, ${rest ? "rest" : "first"}` : whole();
        const font = isBuild && !rest ? `"first letters of ${language}"` : "undefined";
        return {
          code: `export const messages = JSON.parse(${JSON.stringify(json)});\nexport const font = ${font};`,
          moduleType: "js",
        };
      },
    },
    transform: {
      filter: { id: /\/web\/src\/.+\.tsx?$/, code: "import(" },
      handler(code, id) {
        const edits = isBuild ? waitsIn(code, path.dirname(id)) : [];
        if (edits.length === 0) return undefined;
        return {
          code: `import { ${WAIT} } from "#shared/texts/i18n.ts";\n${edited(code, edits)}`,
          map: null,
        };
      },
    },
    async renderChunk(code, _chunk, _options, { chunks }) {
      const all = Object.values(chunks);
      const firstCodes = codesOf(
        firstVisits.flatMap((visit) => [...scriptsOf(visit, all, ({ isEntry }) => isEntry)]),
      );
      fonts ??= emitFonts(this, firstCodes);
      const fontOf = await fonts;
      const withFonts = code.replaceAll(FONT_PLACE, (_, language: string) =>
        JSON.stringify(fontOf.get(language)),
      );
      return withFonts.replaceAll(PLACE, (_, language: string, part: string) => {
        const first = idsIn(firstCodes);
        const wanted = part === "first" ? first : idsIn(codesOf(all)).difference(first);
        const catalogue = readCatalogue(language);
        const texts = [...wanted].map((id) => [id, catalogue.get(id) ?? ""] as const);
        const missing = texts.filter(([, text]) => text === "").map(([id]) => english.get(id));
        if (missing.length > 0)
          this.error(`${language} lacks texts; write them into its catalogue:\n${missing.join("\n")}`);
        return JSON.stringify(JSON.stringify(compiled(new Map(texts))));
      });
    },
  };
}

const codesOf = (chunks: readonly Rolldown.RenderedChunk[]): string[] =>
  chunks.flatMap(({ modules }) => Object.values(modules).map(({ code }) => code ?? ""));

/** Ages of values in the browser's words. */
function agesIn(language: string): string[] {
  const format = new Intl.RelativeTimeFormat(language);
  return (["minute", "hour", "day"] as const).flatMap((unit) => [
    format.format(-1, unit),
    format.format(-2, unit),
  ]);
}

/** Texts in the format of the page; one without values stays a string. */
const compiled = (texts: ReadonlyMap<string, string>) =>
  Object.fromEntries(
    [...texts].flatMap(([id, text]) => {
      const tokens = compileMessageOrThrow(text);
      return text === "" ? [] : [[id, tokens.length === 1 && tokens[0] === text ? text : tokens]];
    }),
  );

/** Delays imports of modules until the rest of the texts is loaded, except those of the first pages. */
function waitsIn(code: string, folder: string): Edit[] {
  const edits: Edit[] = [];
  const isFirst = (file: string) =>
    firstVisits.some(({ modules }) => modules.some((end) => path.resolve(folder, file).endsWith(end)));
  new Visitor({
    ImportExpression({ source, start, end }) {
      if (source.type !== "Literal" || typeof source.value !== "string") return;
      if (!/\.tsx?$/.test(source.value) || isFirst(source.value)) return;
      edits.push({ from: start, to: end, text: `${WAIT}(${code.slice(start, end)})` });
    },
  }).visit(parseAst(code));
  return edits;
}
