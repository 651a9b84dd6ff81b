import { type Check, readText, repository, runOnSeeds } from "./check.ts";

/** Files with an import or a forbidden name each, and what the slice rule must say; without a reason it must be silent. */
const seeds = readText("tools/checks/slice-seeds.txt");

/** What a seed has in place of an import. */
const code: Record<string, string> = {
  refetchInterval: "use({ refetchInterval: 1 });",
  EventSource: 'use(new EventSource("/"));',
};

/** Proves that the slice rule works: it must find each seeded breach, and nothing in the other seeds. */
export const seededBreach: Check = {
  name: "slice rule bites",
  run: async (commands) => {
    const all = seeds
      .trim()
      .split("\n")
      .map((line) => {
        const [file = "", name = ""] = line.replace(":", "").split(" ");
        return { file, name, message: line.slice(file.length + 1) };
      });
    const config = {
      jsPlugins: [`${repository}/tools/oxlint-slices.js`],
      rules: { "slices/boundaries": "error" },
    };
    const sources = all.map(({ file, name }) => [
      file,
      code[name] ?? `import { it } from "${name}";\n\nit();\n`,
    ]);
    const files = { ...Object.fromEntries(sources), ".oxlintrc.json": JSON.stringify(config) };
    const output = await runOnSeeds(commands, files, "oxlint", ["--format=unix"]);
    const wrong = all.filter(({ file, name, message }) => {
      const found = output.split("\n").filter((line) => line.startsWith(`${file}:`) && line.includes(name));
      return message === name ? found.length > 0 : !found.some((line) => line.includes(`${message}.`));
    });
    return wrong.map(({ file, name }) => `The slice rule judges ${file} with ${name} wrongly.`).join("\n");
  },
};
