import { brotliCompressSync, gzipSync } from "node:zlib";

import { translated } from "@verandah/texts/catalogue.ts";
import type { Plugin, Rolldown } from "vite";

interface Visit {
  readonly name: string;
  readonly page: "index.html" | "farmer.html";
  /** Modules that the page loads on demand during the visit, by the ends of their paths. */
  readonly modules: readonly string[];
  /** Maximum JavaScript with Brotli, KiB. */
  readonly maxKib?: number;
  /** Maximum size of everything but data with gzip, in each language, with the font of a phone that lacks its letters, bytes. */
  readonly maxPageBytes?: number;
}

const visits: readonly Visit[] = [
  { name: "the login", page: "farmer.html", modules: ["/farmer/login.tsx"], maxKib: 140 },
  { name: "the farmer's page", page: "farmer.html", modules: [], maxPageBytes: 200_000 },
  {
    name: "the overview",
    page: "index.html",
    modules: ["/shell/shell.tsx", "/app/building-dashboard-screen.tsx"],
    maxKib: 230,
  },
];

/** Of the headers of a script, style or page, measured in Chromium, bytes. */
const HEADERS_BYTES = 400;
const PAGE_HEADERS_BYTES = 930;
/** `public/before-paint.js`, which every page loads, bytes. */
const BEFORE_PAINT_BYTES = 643 + HEADERS_BYTES;

/** Below this size a request costs more than its content, bytes. Some are screens, or what the bundler puts before a shared file. */
const SMALL_BYTES = 2_048;
const SMALL_SCRIPTS_MAX = 18;

const phoneFonts = { en: undefined, hi: /devanagari-400/, kn: /kannada-400/ } as const;

const gzip = (content: string) => gzipSync(content, { level: 9 }).length + HEADERS_BYTES;
const brotli = (content: string) => brotliCompressSync(content).length + HEADERS_BYTES;
const sum = (sizes: readonly number[]) => sizes.reduce((all, one) => all + one, BEFORE_PAINT_BYTES);

/** Fails a build whose pages load more than their budgets. */
export function pageBudgets(): Plugin {
  return {
    name: "page-budgets",
    apply: "build",
    enforce: "post",
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const files = Object.values(bundle);
        const chunks = files.filter((file) => file.type === "chunk");
        const small = chunks.filter(({ code }) => Buffer.byteLength(code) < SMALL_BYTES).length;
        if (small > SMALL_SCRIPTS_MAX)
          this.error(
            `${small} scripts are smaller than ${SMALL_BYTES} bytes; at most ${SMALL_SCRIPTS_MAX} may be`,
          );
        const asset = (isWanted: (name: string) => boolean) =>
          files.flatMap((file) => (file.type === "asset" && isWanted(file.fileName) ? [file.source] : []));
        for (const { name, page, modules, maxKib, maxPageBytes } of visits) {
          const html = String(asset((one) => one === page)[0]);
          const loaded = scriptsOf(
            chunks,
            (chunk) =>
              html.includes(chunk.fileName) || modules.some((end) => chunk.facadeModuleId?.endsWith(end)),
          );
          const early = asset((one) => one.endsWith(".js") && html.includes(one)).map(String);
          const codes = [...loaded.map(({ code }) => code), ...early];
          const kib = sum(codes.map(brotli)) / 1_024;
          this.info(`${name} loads ${kib.toFixed(1)} KiB of JavaScript in ${loaded.length} files`);
          if (maxKib !== undefined && kib > maxKib) this.error(`The budget of ${name} is ${maxKib} KiB`);
          if (maxPageBytes === undefined) continue;
          const styles = new Set(
            loaded.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]),
          );
          const parts = [...codes, ...asset((one) => styles.has(one)).map(String)];
          for (const language of ["en", ...translated] as const) {
            const texts = chunks.filter(({ facadeModuleId }) =>
              facadeModuleId?.endsWith(`/${language}.po?farmer`),
            );
            const font = phoneFonts[language];
            const fonts = font ? asset((one) => font.test(one)) : [];
            const all = [...parts, ...texts.map(({ code }) => code)];
            const bytesOf = (packed: typeof gzip) =>
              sum([...all.map(packed), ...fonts.map((one) => one.length + HEADERS_BYTES)]) +
              packed(html) +
              PAGE_HEADERS_BYTES -
              HEADERS_BYTES;
            const bytes = bytesOf(gzip);
            this.info(
              `${name} in ${language} loads ${bytes} bytes with gzip and ${bytesOf(brotli)} with Brotli`,
            );
            if (bytes > maxPageBytes) this.error(`The budget of ${name} is ${maxPageBytes} bytes`);
          }
        }
      },
    },
  };
}

/** Scripts and all that they import. */
function scriptsOf(all: readonly Rolldown.OutputChunk[], isLoaded: (chunk: Rolldown.OutputChunk) => boolean) {
  const found = new Set(all.filter((chunk) => isLoaded(chunk)));
  for (const chunk of found) for (const one of all) if (chunk.imports.includes(one.fileName)) found.add(one);
  return [...found];
}
