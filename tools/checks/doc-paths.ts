import { globSync } from "node:fs";
import path from "node:path";

import { type Check, readText, repository } from "./check.ts";

const documents = ["*.md", "docs/**/*.md"];
const codeSpan = /`([^`\n]+)`/g;
const link = /\]\(([^)\s#]+)(?:#[^)]*)?\)/g;
const fence = /^```[\s\S]*?^```/gm;
const script = /\bnpm (?:run )?(start|test|dev|verify|format|[a-z]+(?=`))/g;

/** Top folders; a code span that begins with one of them is a path. */
const pathBeginning = /^(?:apps|packages|tools|docs|e2e|faults|bench|\.ci)\//;

/** Paths in a document that the repository does not have. */
export function findDeadPaths(document: string, text: string, exists: (file: string) => boolean): string[] {
  const prose = text.replaceAll(fence, "");
  const spans = Array.from(prose.matchAll(codeSpan), ([, span = ""]) => span)
    .filter((span) => pathBeginning.test(span) && !/[\s<>{}…]/.test(span))
    .map((span) => span.replace(/:\d+$/, "").replace(/\/$/, ""));
  const links = Array.from(prose.matchAll(link), ([, target = ""]) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => path.join(path.dirname(document), target));
  return [...spans, ...links].filter((file) => !exists(file));
}

const isThere = (file: string) => globSync(file, { cwd: repository }).length > 0;

/** Every path, link and npm script in the documents must exist. */
export const docPaths: Check = {
  name: "paths in documents",
  run: () => {
    const { scripts }: { scripts: Record<string, string> } = JSON.parse(readText("package.json"));
    const wrong = globSync(documents, { cwd: repository }).flatMap((document) => {
      const text = readText(document);
      const dead = findDeadPaths(document, text, isThere).map((file) => `${document}: there is no ${file}`);
      const unknown = Array.from(text.matchAll(script), ([, name = ""]) => name)
        .filter((name) => !["ci", "install", ...Object.keys(scripts)].includes(name))
        .map((name) => `${document}: there is no script ${name}`);
      return [...dead, ...unknown];
    });
    return wrong.join("\n");
  },
};
