import { brotliCompressSync, constants, gzipSync } from "node:zlib";

import { translated } from "@verandah/texts/catalogue.ts";
import type { Plugin, Rolldown } from "vite";

import { scriptsOf, visits } from "./visits.ts";

/** Of the headers of a script, style or page, measured in Chromium, bytes. */
const HEADERS_BYTES = 400;
const PAGE_HEADERS_BYTES = 930;
/** `public/before-paint.js`, which every page loads, bytes. */
const BEFORE_PAINT_BYTES = 643 + HEADERS_BYTES;

/** Below this size a request costs more than its content, bytes. Some are screens, or what the bundler puts before a shared file. */
const SMALL_BYTES = 2_048;
const SMALL_SCRIPTS_MAX = 18;

const brotli = (content: string) => brotliCompressSync(content).length;
const gzip = (content: string) => gzipSync(content, { level: constants.Z_BEST_COMPRESSION }).length;

/** Fails a build whose pages load more than their budgets. */
export function scriptBudget(): Plugin {
  return {
    name: "script-budget",
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
        const page = contentOf(bundle["index.html"]);
        for (const visit of visits) {
          const { name, maxKib, maxPageBytes } = visit;
          const loaded = [...scriptsOf(visit, chunks, ({ fileName }) => page.includes(fileName))];
          const sum = (contents: readonly string[], compressed: (content: string) => number) =>
            contents.reduce(
              (bytes, content) => bytes + compressed(content) + HEADERS_BYTES,
              BEFORE_PAINT_BYTES,
            );
          const kib =
            sum(
              loaded.map(({ code }) => code),
              brotli,
            ) / 1_024;
          const loadText = `${name} loads ${kib.toFixed(1)} KiB of JavaScript in ${loaded.length} files`;
          if (kib > maxKib) this.error(`${loadText}; its budget is ${maxKib}`);
          this.info(loadText);
          if (maxPageBytes === undefined) continue;
          const styles = new Set(
            loaded.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]),
          );
          const parts = files.filter(({ fileName }) => styles.has(fileName)).map(contentOf);
          for (const language of ["en", ...translated]) {
            const texts = chunks.filter(
              ({ facadeModuleId }) => facadeModuleId?.endsWith(`/${language}.po`) === true,
            );
            const bytes =
              sum([...loaded, ...texts].map(({ code }) => code).concat(parts), gzip) +
              gzip(page) +
              PAGE_HEADERS_BYTES;
            const whole = `${name} in ${language} loads ${bytes} bytes with gzip`;
            if (bytes > maxPageBytes) this.error(`${whole}; its budget is ${maxPageBytes}`);
            this.info(whole);
          }
        }
      },
    },
  };
}

function contentOf(file: Rolldown.OutputChunk | Rolldown.OutputAsset | undefined): string {
  if (file?.type !== "asset") throw new Error("The build has no such file.");
  return file.source.toString();
}
