import { readFileSync } from "node:fs";
import path from "node:path";

import { type Check, repository } from "./check.ts";

/** Phrases that usually mean a figure of speech or a sentence that is hard to read. Single words are in cspell.json. */
const phrases =
  /\b(whose word|heard of|hears|stands? (for|beside|in|still|under|on|over|with|against|there|where)|is told|are told|was told|told of|tells? (of|that|it|them|him|who|what|whether|how|a|the)|is said|are said|says so|given up|gives up|put together|has come|comes to its end|that is there|(for|of|to|from|by) who|who (asks|has|sends|looks|reads|waits|may|is|was|does|wants|stands|gives)|what (is|was|has|had|it|they|does|came|comes|waits|lies|stands|goes)) /gi;
const files =
  /^((apps|packages|tools|bench|faults|e2e)\/.*\.(ts|tsx|sql)|(README|CONTRIBUTING|docs\/.*|bench\/README)\.?(md)?)$/;
/** Where English is: comments and names of tests; in documents every line. */
const english = /\/\*[\s\S]*?\*\/|(?<=^|\s)(\/\/|--) .*|\b(test|it|describe)\(\s*(["'`]).*?\3/gm;
/** Remaining hits. They are read and right, or wait to be rewritten: this number only ever becomes smaller. */
const HITS_MAX = 14;

function hitsIn(file: string, text: string): string[] {
  const parts = file.endsWith(".md") ? [text] : [...text.matchAll(english)].map(([part]) => part);
  return parts.flatMap((part) => [...part.matchAll(phrases)].map(([hit]) => `${file}: ${hit.trim()}`));
}

/** Phrases that plain English does not use, in comments, test names and documents. */
export const plainPhrases: Check = {
  name: "plain phrases",
  run: async (commands) => {
    const { output } = await commands.run("git", ["ls-files"], { cwd: repository });
    const hits = output
      .split("\n")
      .filter((file) => files.test(file))
      .flatMap((file) => hitsIn(file, readFileSync(path.join(repository, file), "utf8")));
    if (hitsIn("seed.ts", "// It is told what is there.\n").length !== 2)
      return "The phrases find no seeded breach.";
    return hits.length <= HITS_MAX ? "" : `${hits.length} hits; ${HITS_MAX} are allowed.\n${hits.join("\n")}`;
  },
};
