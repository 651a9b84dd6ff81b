import { expect, test } from "vitest";

import { repository } from "../system/settings.ts";
import { readText, runOnSeeds } from "./seeds.ts";

/** What a seed has in place of an import. */
const seedCode: Record<string, string> = {
  refetchInterval: "use({ refetchInterval: 1 });",
  EventSource: 'use(new EventSource("/"));',
  input: 'import { it } from "@verandah/contract/search.ts";\n\nuse(it.input);\n',
};
const codeOf = (name: string) => seedCode[name] ?? `import { it } from "${name}";\n\nit();\n`;

test("the slice rule finds each seeded breach, and nothing in the other seeds", () => {
  // A line is a file, its import or forbidden name, and what the rule must say; without a reason it must be silent.
  const lines = readText("tools/checks/slice-seeds.txt").trim().split("\n");
  const seeds = lines.map((line) => {
    const [file = "", name = ""] = line.replace(":", "").split(" ");
    return { file, name, message: line.slice(file.length + 1) };
  });
  const config = {
    jsPlugins: [`${repository}/tools/oxlint-slices.js`],
    rules: { "slices/boundaries": "error" },
  };
  const sources = seeds.map(({ file, name }) => [file, codeOf(name)]);
  const files = { ...Object.fromEntries(sources), ".oxlintrc.json": JSON.stringify(config) };
  const output = runOnSeeds(files, "oxlint", ["--format=unix"]).split("\n");
  const wrong = seeds.filter(({ file, name, message }) => {
    const found = output.filter((line) => line.startsWith(`${file}:`) && line.includes(name));
    return message === name ? found.length > 0 : !found.some((line) => line.includes(`${message}.`));
  });
  expect(wrong).toEqual([]);
});
