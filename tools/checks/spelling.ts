import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import { type Check, commandCheck, repository } from "./check.ts";

/** Spelling and forbidden words in comments, test names, documents and English texts; see cspell.json. */
export const spelling: Check = commandCheck("spelling", "cspell", ["--no-progress", "--no-summary", "."]);

const forbidden = "Figures";
/** Every forbidden word; each must be found in a comment. */
const { flagWords }: { flagWords: string[] } = JSON.parse(
  readFileSync(path.join(repository, "cspell.json"), "utf8"),
);

/** Proves that the spelling check finds seeded breaches, and only in English. */
export const spellingBites: Check = {
  name: "spelling bites",
  run: async (commands) => {
    const folder = mkdtempSync(path.join(os.tmpdir(), "verandah-seeds-"));
    try {
      writeFileSync(
        path.join(folder, "a.ts"),
        [
          "// Whoever reads this recieves it.",
          "export const recievd = 1;",
          `export const guidance = { en: "${forbidden} answers.", hi: "namskar" };`,
          `export const name = text("${forbidden} there", "pankha");`,
          ...flagWords.map((word) => `// ${word}`),
          "",
        ].join("\n"),
      );
      const config = path.join(repository, "cspell.json");
      const args = ["--no-progress", "--no-cache", "--words-only", "--config", config, "--root", folder, "."];
      const { output } = await commands.run(path.join(repository, "node_modules/.bin/cspell"), args, {
        cwd: folder,
      });
      const found = output.split("\n").filter((line) => /^\w+$/.test(line));
      return found.join(" ") === ["Whoever", "recieves", forbidden, forbidden, ...flagWords].join(" ")
        ? ""
        : `Of a seeded breach the spelling check finds: ${output}`;
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};
