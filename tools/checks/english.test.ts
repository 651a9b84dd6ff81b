import { execFileSync } from "node:child_process";
import path from "node:path";

import { expect, test } from "vitest";

import { repository } from "../system/settings.ts";
import { readText, runOnSeeds } from "./seeds.ts";

/** Where English is in code and catalogues, and the words that are forbidden there. */
const cspell: { patterns: { pattern: string }[]; flagWords: string[] } = JSON.parse(readText("cspell.json"));

const forbidden = "Figures";

test("the spelling check finds seeded breaches and every forbidden word, and only in English", () => {
  const seed = [
    "// Whoever reads this recieves it.",
    "export const recievd = 1;",
    `export const guidance = { en: "${forbidden} answers.", hi: "namskar" };`,
    `export const name = text("${forbidden} there", "pankha");`,
    ...cspell.flagWords.map((word) => `// ${word}\n`),
  ].join("\n");
  const config = path.join(repository, "cspell.json");
  const args = ["--no-progress", "--no-cache", "--words-only", "--config", config, "--root", ".", "."];
  const output = runOnSeeds({ "a.ts": seed }, "cspell", args).split("\n");
  const found = output.filter((word) => /^\w+$/.test(word));
  expect(found).toEqual(["Whoever", "recieves", forbidden, forbidden, ...cspell.flagWords]);
});

/** Phrases that usually mean an idiom or a sentence that is hard to read; cspell only finds single words. */
const phrases =
  /\b(whose word|heard of|hears|stands? (for|beside|in|still|under|on|over|with|against|there|where|open)|stand\.|fell silent|(for another|in one|release an) order|(is|are) taken here|into its new form|(is|are) the most[.,;]|air box(es)?|set points?(?!")|by the interface|(in|take) turns|is told|are told|was told|told of|tells? (of|that|it|them|him|who|what|whether|how|a|the)|is said|are said|says so|given up|gives up|put together|has come|comes to its end|that is there|(for|of|to|from|by) who|who (asks|has|sends|looks|reads|waits|may|is|was|does|wants|stands|gives)|what (is|was|has|had|it|they|does|came|comes|waits|lies|stands|goes))(?!\w)/gi;
const files = ["*.ts", "*.tsx", "*.sql", "*.md", "packages/texts/locales/en.po"];
const english = cspell.patterns.map(({ pattern }) => {
  const end = pattern.lastIndexOf("/");
  return new RegExp(pattern.slice(1, end), pattern.slice(end + 1));
});

function hitsIn(file: string, text: string): string[] {
  const parts = file.endsWith(".md") ? [text] : english.flatMap((pattern) => text.match(pattern) ?? []);
  return parts.flatMap((part) => (part.match(phrases) ?? []).map((hit) => `${file}: ${hit.trim()}`));
}

const phrase = "It hears.";
test.each([
  ["seed.ts", `// ${phrase}`],
  ["seed.ts", `test("${phrase}", () => {});`],
  ["seed.ts", `test.each([1])("${phrase}", () => {});`],
  ["seed.ts", `const guidance = { en: "${phrase}" };`],
  ["seed.ts", `const name = text("${phrase}", "");`],
  ["seed.ts", `const call = { summary: "${phrase}" };`],
  ["seed.ts", `const field = z.string({ error: "${phrase}" });`],
  ["seed.po", `msgid "${phrase}"`],
  ["seed.md", phrase],
])("an idiom is found in %s with %s", (file, text) => {
  expect(hitsIn(file, text)).toHaveLength(1);
});

test("English in code, texts and documents has no such phrase", () => {
  const names = execFileSync("git", ["ls-files", "-z", "--", ...files], {
    cwd: repository,
    encoding: "utf8",
  });
  const all = names.split("\0").filter(Boolean);
  expect(all.flatMap((file) => hitsIn(file, readText(file)))).toEqual([]);
});
