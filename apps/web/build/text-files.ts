import path from "node:path";

import { compileMessageOrThrow } from "@lingui/message-utils/compileMessage";
import { catalogueFile, readCatalogue } from "@verandah/texts/catalogue.ts";
import { parseAst, type Plugin, type Rolldown, Visitor } from "vite";

import { type Edit, edited } from "./edits.ts";
import { scriptsOf, firstVisits } from "./visits.ts";

const TEXT_FILE = /\/(\w+)\.po(\?rest)?$/;
/** The source of a file's texts, once it is known. */
const PLACE = /"texts of (\w+), (first|rest)"/g;
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

  function idsIn(chunks: readonly Rolldown.RenderedChunk[]): Set<string> {
    const codes = chunks.flatMap(({ modules }) => Object.values(modules).map(({ code }) => code ?? ""));
    const found = codes.flatMap((code) => Array.from(code.matchAll(TEXT_ID), ([, id = ""]) => id));
    return new Set(found.filter((id) => english.has(id)));
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
        return { code: `export const messages = JSON.parse(${JSON.stringify(json)});`, moduleType: "js" };
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
    renderChunk(code, _chunk, _options, { chunks }) {
      return code.replaceAll(PLACE, (_, language: string, part: string) => {
        const all = Object.values(chunks);
        const first = idsIn(
          firstVisits.flatMap((visit) => [...scriptsOf(visit, all, ({ isEntry }) => isEntry)]),
        );
        const wanted = part === "first" ? first : idsIn(all).difference(first);
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
