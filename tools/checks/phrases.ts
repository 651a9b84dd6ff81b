import { readFileSync } from "node:fs";
import path from "node:path";

import { type Check, repository } from "./check.ts";

/** Phrases that usually mean an idiom or a sentence that is hard to read. Single words are in cspell.json. */
const phrases =
  /\b(whose word|heard of|hears|stands? (for|beside|in|still|under|on|over|with|against|there|where|open)|stand\.|fell silent|(for another|in one|release an) order|(is|are) taken here|into its new form|(is|are) the most[.,;]|air box(es)?|set points?(?!")|by the interface|(in|take) turns|is told|are told|was told|told of|tells? (of|that|it|them|him|who|what|whether|how|a|the)|is said|are said|says so|given up|gives up|put together|has come|comes to its end|that is there|(for|of|to|from|by) who|who (asks|has|sends|looks|reads|waits|may|is|was|does|wants|stands|gives)|what (is|was|has|had|it|they|does|came|comes|waits|lies|stands|goes))(?!\w)/gi;
const files =
  /^((apps|packages|tools|bench|faults|e2e)\/.*\.(ts|tsx|sql)|packages\/texts\/locales\/en\.po|(README|CONTRIBUTING|docs\/.*|bench\/README)\.?(md)?)$/;
/** English in code: comments, names of tests, and texts of the catalogue, of routes and of errors. */
const english =
  /\/\*[\s\S]*?\*\/|(?<=^|\s)(\/\/|--) .*|(\b(test|it|describe)|\))\(\s*(["'`]).*?\4|\b(en|error|message|title|summary):\s*"[^"\n]*"|\btext\(\s*"[^"\n]*"|\bUSAGE = `[^`]*`/gm;
/** Texts of the screens, the server and the contract. */
const messages = /^msgid ".*"$/gm;
/** Remaining hits. They are read and right, or wait to be rewritten: this number only ever becomes smaller. */
const HITS_MAX = 0;

function englishIn(file: string, text: string): string[] {
  if (file.endsWith(".md")) return [text];
  return [...text.matchAll(file.endsWith(".po") ? messages : english)].map(([part]) => part);
}

function hitsIn(file: string, text: string): string[] {
  return englishIn(file, text).flatMap((part) =>
    [...part.matchAll(phrases)].map(([hit]) => `${file}: ${hit.trim()}`),
  );
}

const phrase = "It hears.";
/** One phrase in each place with English. */
const seeds = {
  "seed.ts": [
    `// ${phrase}`,
    `test("${phrase}", () => {});`,
    `test.each([1])("${phrase}", () => {});`,
    `const guidance = { en: "${phrase}" };`,
    `const name = text("${phrase}", "");`,
    `const call = { summary: "${phrase}" };`,
    `const field = z.string({ error: "${phrase}" });`,
  ],
  "seed.po": [`msgid "${phrase}"`],
  "seed.md": [phrase],
};

/** Phrases that are not plain English, in comments, test names, texts and documents. */
export const plainPhrases: Check = {
  name: "plain phrases",
  run: async (commands) => {
    for (const [file, lines] of Object.entries(seeds))
      for (const line of lines)
        if (hitsIn(file, line).length !== 1) return `The phrases do not find the seeded breach: ${line}`;
    const { output } = await commands.run("git", ["ls-files"], { cwd: repository });
    const hits = output
      .split("\n")
      .filter((file) => files.test(file))
      .flatMap((file) => hitsIn(file, readFileSync(path.join(repository, file), "utf8")));
    return hits.length <= HITS_MAX ? "" : `${hits.length} hits; ${HITS_MAX} are allowed.\n${hits.join("\n")}`;
  },
};
