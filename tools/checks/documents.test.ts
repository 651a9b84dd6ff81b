import { globSync } from "node:fs";
import path from "node:path";

import { expect, test } from "vitest";

import { repository } from "../system/settings.ts";
import { readText } from "./seeds.ts";

const documents = ["*.md", "docs/**/*.md"];
const codeSpan = /`([^`\n]+)`/g;
const link = /\]\(([^)\s#]+)(?:#[^)]*)?\)/g;
const fence = /^```[\s\S]*?^```/gm;
const script = /\bnpm (?:run )?(start|test|dev|verify|format|[a-z]+(?=`))/g;

/** Top folders; a code span that begins with one of them is a path. */
const pathBeginning = /^(?:apps|packages|tools|docs|e2e|faults|bench|\.ci)\//;

/** Paths in a document that the repository does not have. */
function findDeadPaths(document: string, text: string, exists: (file: string) => boolean): string[] {
  const prose = text.replaceAll(fence, "");
  const spans = Array.from(prose.matchAll(codeSpan), ([, span = ""]) => span)
    .filter((span) => pathBeginning.test(span) && !/[\s<>{}…]/.test(span))
    .map((span) => span.replace(/:\d+$/, "").replace(/\/$/, ""));
  const links = Array.from(prose.matchAll(link), ([, target = ""]) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => path.join(path.dirname(document), target));
  return [...spans, ...links].filter((file) => !exists(file));
}

const exists = (file: string) => ["tools/start.ts", "docs/adr/0001-one.md", "apps/server"].includes(file);

test.each([
  ["See `tools/start.ts`, `apps/server/` and `tools/gone.ts:12`.", ["tools/gone.ts"]],
  [
    "[one](adr/0001-one.md#why) [two](adr/0002-two.md) [web](https://example.org/x)",
    ["docs/adr/0002-two.md"],
  ],
  ["`npm run verify` `apps/<name>/src` `apps/server/src/main.ts --x`\n\n```\ntools/gone.ts\n```\n", []],
])("finds the missing paths and links of a document, but no commands and patterns: %j", (text, dead) => {
  expect(findDeadPaths("docs/README.md", text, exists)).toEqual(dead);
});

const isThere = (file: string) => globSync(file, { cwd: repository }).length > 0;

test("every path, link and npm script in the documents exists", () => {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(readText("package.json"));
  const wrong = globSync(documents, { cwd: repository }).flatMap((document) => {
    const text = readText(document);
    const unknown = Array.from(text.matchAll(script), ([, name = ""]) => name).filter(
      (name) => !["ci", "install", ...Object.keys(scripts)].includes(name),
    );
    return [...findDeadPaths(document, text, isThere), ...unknown].map((name) => `${document}: no ${name}`);
  });
  expect(wrong).toEqual([]);
});

const namesIn = (file: string, name: RegExp) =>
  Array.from(readText(file).matchAll(name), ([, found = ""]) => found).toSorted();

test("the README shows exactly the pictures that the script makes", () => {
  const made = namesIn("e2e/pictures.ts", /makePicture\(\w+, "([\w-]+)"\)/g);
  expect(namesIn("README.md", /\(docs\/pictures\/([^)]*)\.png\)/g)).toEqual(made);
  const stored = globSync("docs/pictures/*", { cwd: repository }).map((file) => path.parse(file).name);
  expect(stored.toSorted()).toEqual(made);
});
