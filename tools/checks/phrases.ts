import path from "node:path";

import { type Check, readText, repository, runOnSeeds } from "./check.ts";

/** Where English is in code and catalogues, and the words that are forbidden there. */
const cspell: { patterns: { pattern: string }[]; flagWords: string[] } = JSON.parse(readText("cspell.json"));

const forbidden = "Figures";

/** Proves that the spelling check finds seeded breaches and every forbidden word, and only in English. */
export const spellingBites: Check = {
  name: "spelling bites",
  run: async (commands) => {
    const seed = [
      "// Whoever reads this recieves it.",
      "export const recievd = 1;",
      `export const guidance = { en: "${forbidden} answers.", hi: "namskar" };`,
      `export const name = text("${forbidden} there", "pankha");`,
      ...cspell.flagWords.map((word) => `// ${word}\n`),
    ].join("\n");
    const config = path.join(repository, "cspell.json");
    const args = ["--no-progress", "--no-cache", "--words-only", "--config", config, "--root", ".", "."];
    const output = await runOnSeeds(commands, { "a.ts": seed }, "cspell", args);
    const found = output.split("\n").filter((word) => /^\w+$/.test(word));
    const isComplete =
      found.join(" ") === ["Whoever", "recieves", forbidden, forbidden, ...cspell.flagWords].join(" ");
    return isComplete ? "" : `Of a seeded breach the spelling check finds: ${output}`;
  },
};

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
/** A phrase in each place with English. */
const seeds: [file: string, text: string][] = [
  ["seed.ts", `// ${phrase}`],
  ["seed.ts", `test("${phrase}", () => {});`],
  ["seed.ts", `test.each([1])("${phrase}", () => {});`],
  ["seed.ts", `const guidance = { en: "${phrase}" };`],
  ["seed.ts", `const name = text("${phrase}", "");`],
  ["seed.ts", `const call = { summary: "${phrase}" };`],
  ["seed.ts", `const field = z.string({ error: "${phrase}" });`],
  ["seed.po", `msgid "${phrase}"`],
  ["seed.md", phrase],
];

export const plainPhrases: Check = {
  name: "plain phrases",
  run: async (commands) => {
    const missed = seeds.find(([file, text]) => hitsIn(file, text).length !== 1);
    if (missed) return `The phrases do not find the seeded breach: ${missed[1]}`;
    const { output } = await commands.run("git", ["ls-files", "-z", "--", ...files], { cwd: repository });
    const all = output.split("\0").filter(Boolean);
    return all.flatMap((file) => hitsIn(file, readText(file))).join("\n");
  },
};
