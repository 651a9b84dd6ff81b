import { type Check, readText, repository } from "./check.ts";

/** Phrases that usually mean an idiom or a sentence that is hard to read. Single words are in cspell.json. */
const phrases =
  /\b(whose word|heard of|hears|stands? (for|beside|in|still|under|on|over|with|against|there|where|open)|stand\.|fell silent|(for another|in one|release an) order|(is|are) taken here|into its new form|(is|are) the most[.,;]|air box(es)?|set points?(?!")|by the interface|(in|take) turns|is told|are told|was told|told of|tells? (of|that|it|them|him|who|what|whether|how|a|the)|is said|are said|says so|given up|gives up|put together|has come|comes to its end|that is there|(for|of|to|from|by) who|who (asks|has|sends|looks|reads|waits|may|is|was|does|wants|stands|gives)|what (is|was|has|had|it|they|does|came|comes|waits|lies|stands|goes))(?!\w)/gi;
const files = ["*.ts", "*.tsx", "*.sql", "*.md", "packages/texts/locales/en.po"];
/** Where English is in code and catalogues, as for the spelling: cspell.json names the patterns. */
const { patterns }: { patterns: { pattern: string }[] } = JSON.parse(readText("cspell.json"));
const english = patterns.map(({ pattern }) => {
  const end = pattern.lastIndexOf("/");
  return new RegExp(pattern.slice(1, end), pattern.slice(end + 1));
});

function hitsIn(file: string, text: string): string[] {
  const parts = file.endsWith(".md") ? [text] : english.flatMap((pattern) => text.match(pattern) ?? []);
  return parts.flatMap((part) => (part.match(phrases) ?? []).map((hit) => `${file}: ${hit.trim()}`));
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
    const { output } = await commands.run("git", ["ls-files", "-z", "--", ...files], { cwd: repository });
    const found = output
      .split("\0")
      .filter(Boolean)
      .flatMap((file) => hitsIn(file, readText(file)));
    return found.join("\n");
  },
};
