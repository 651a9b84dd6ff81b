import { brotliCompressSync } from "node:zlib";

import type { Plugin, Rolldown } from "vite";

interface Visit {
  readonly name: string;
  readonly maxKib: number;
  /** Modules that the page loads on demand during the visit, by the ends of their paths. */
  readonly modules: readonly string[];
}

/** The JavaScript that a first visit transfers. */
const visits: readonly Visit[] = [
  { name: "the login", maxKib: 140, modules: [] },
  {
    name: "the overview",
    maxKib: 220,
    modules: ["/shell/shell.tsx", "/shell/menus.tsx", "/app/building-dashboard-screen.tsx"],
  },
  {
    name: "the first page of a farmer's phone",
    maxKib: 154,
    modules: ["/shell/shell.tsx", "/pumps/pumps-screen.tsx"],
  },
];
/** Of the headers of one answer, measured in Chromium, bytes. */
const HEADERS_BYTES = 930;
/** `public/before-paint.js`, which every page loads, with its headers, bytes. */
const BEFORE_PAINT_BYTES = 1_521;

/** Fails a build whose pages load more JavaScript than their budget. */
export function scriptBudget(): Plugin {
  return {
    name: "script-budget",
    apply: "build",
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
      for (const { name, maxKib, modules } of visits) {
        const loaded = withImports(
          chunks.filter(
            ({ isEntry, facadeModuleId }) =>
              isEntry || modules.some((end) => facadeModuleId?.endsWith(end) === true),
          ),
          chunks,
        );
        const bytes = [...loaded].reduce((sum, { code }) => sum + transferredBytes(code), BEFORE_PAINT_BYTES);
        const kib = bytes / 1_024;
        const told = `${name} loads ${kib.toFixed(1)} KiB of JavaScript in ${loaded.size} files`;
        if (kib > maxKib) this.error(`${told}; its budget is ${maxKib}`);
        this.info(told);
      }
    },
  };
}

/** These chunks and all that they import. */
function withImports(
  wanted: readonly Rolldown.OutputChunk[],
  all: readonly Rolldown.OutputChunk[],
): Set<Rolldown.OutputChunk> {
  const found = new Set(wanted);
  for (const chunk of found) for (const one of all) if (chunk.imports.includes(one.fileName)) found.add(one);
  return found;
}

const transferredBytes = (code: string) => brotliCompressSync(code).length + HEADERS_BYTES;
