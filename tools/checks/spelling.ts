import path from "node:path";

import { type Check, commandCheck, readText, repository, runOnSeeds } from "./check.ts";

/** Spelling and forbidden words in comments, test names, documents and English texts; see cspell.json. */
export const spelling: Check = commandCheck("spelling", "cspell", ["--no-progress", "--no-summary", "."]);

const forbidden = "Figures";

/** Proves that the spelling check finds seeded breaches, and only in English. */
export const spellingBites: Check = {
  name: "spelling bites",
  run: async (commands) => {
    /** Every forbidden word; each must be found in a comment. */
    const { flagWords }: { flagWords: string[] } = JSON.parse(readText("cspell.json"));
    const seed = [
      "// Whoever reads this recieves it.",
      "export const recievd = 1;",
      `export const guidance = { en: "${forbidden} answers.", hi: "namskar" };`,
      `export const name = text("${forbidden} there", "pankha");`,
      ...flagWords.map((word) => `// ${word}`),
      "",
    ].join("\n");
    const config = path.join(repository, "cspell.json");
    const args = ["--no-progress", "--no-cache", "--words-only", "--config", config, "--root", ".", "."];
    const output = await runOnSeeds(commands, { "a.ts": seed }, "cspell", args);
    const found = output.split("\n").filter((line) => /^\w+$/.test(line));
    return found.join(" ") === ["Whoever", "recieves", forbidden, forbidden, ...flagWords].join(" ")
      ? ""
      : `Of a seeded breach the spelling check finds: ${output}`;
  },
};
