import { globSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import { readCatalogue, translated } from "../../packages/texts/src/catalogue.ts";
import { msg } from "../../packages/texts/src/msg.ts";
import type { Commands } from "../process/run.ts";
import { type Check, commandCheck, readText, repository, runOnSeeds } from "./check.ts";
import { docPaths } from "./doc-paths.ts";
import { plainPhrases, spellingBites } from "./phrases.ts";

/** Slowest first, so that all cores finish together. */
const checks = (): Check[] => [
  commandCheck("lint", "oxlint", ["--type-aware", "--deny-warnings"]),
  commandCheck("unused code", "knip", ["--treat-config-hints-as-errors"]),
  ...typeChecks(),
  commandCheck("format", "oxfmt", ["--check"]),
  // Spelling and forbidden words in comments, test names, documents and English texts; see cspell.json.
  commandCheck("spelling", "cspell", ["--no-progress", "--no-summary", "."]),
  spellingBites,
  plainPhrases,
  texts,
  seededBreach,
  docPaths,
  lockFile,
];

/** The type check of every workspace, of the tools and of the configuration files; a workspace without one is a failure. */
function typeChecks(): Check[] {
  const { workspaces }: { workspaces: string[] } = JSON.parse(readText("package.json"));
  const packages = workspaces.map((pattern) => `${pattern}/package.json`);
  const folders = globSync(packages, { cwd: repository }).map((file) => path.dirname(file));
  return [...folders.toSorted(), "tools", "."].map((folder) => {
    const name = folder === "." ? "types of configuration" : `types of ${folder}`;
    return commandCheck(name, "tsc", ["--project", `${folder}/tsconfig.json`, "--checkers", "1"]);
  });
}

const version = /^(npm:[\w./@-]+@)?\d+\.\d+\.\d+(-[\w.-]+)?$/;

/** The lock file names no registry, and every dependency is pinned, so that each clone installs the same anywhere. */
const lockFile: Check = {
  name: "lock file",
  run: () => {
    const text = readText("package-lock.json");
    const hosts = text.match(/"resolved": "[a-z+]+:\/\/[^"]*"/g) ?? [];
    const { packages }: { packages: Record<string, Record<string, object>> } = JSON.parse(text);
    const faults = hosts.map((host) => `package-lock.json names a host: ${host}`);
    const workspaces = Object.entries(packages).filter(([folder]) => !folder.includes("node_modules/"));
    for (const [folder, { dependencies, devDependencies, optionalDependencies }] of workspaces) {
      const all = { ...dependencies, ...devDependencies, ...optionalDependencies };
      for (const [name, range] of Object.entries<unknown>(all))
        if (!name.startsWith("@verandah/") && !version.test(String(range)))
          faults.push(`${folder || "."}/package.json: ${name} is ${String(range)}, not one version.`);
    }
    return faults.join("\n");
  },
};

/** What a seed has in place of an import. */
const seedCode: Record<string, string> = {
  refetchInterval: "use({ refetchInterval: 1 });",
  EventSource: 'use(new EventSource("/"));',
};
const codeOf = (name: string) => seedCode[name] ?? `import { it } from "${name}";\n\nit();\n`;

/** Proves that the slice rule works: it must find each seeded breach, and nothing in the other seeds. */
const seededBreach: Check = {
  name: "slice rule bites",
  run: async (commands) => {
    // A line is a file, its import or forbidden name, and what the rule must say; without a reason it must be silent.
    const lines = readText("tools/checks/slice-seeds.txt").trim().split("\n");
    const all = lines.map((line) => {
      const [file = "", name = ""] = line.replace(":", "").split(" ");
      return { file, name, message: line.slice(file.length + 1) };
    });
    const config = {
      jsPlugins: [`${repository}/tools/oxlint-slices.js`],
      rules: { "slices/boundaries": "error" },
    };
    const sources = all.map(({ file, name }) => [file, codeOf(name)]);
    const files = { ...Object.fromEntries(sources), ".oxlintrc.json": JSON.stringify(config) };
    const output = await runOnSeeds(commands, files, "oxlint", ["--format=unix"]);
    const wrong = all.filter(({ file, name, message }) => {
      const found = output.split("\n").filter((line) => line.startsWith(`${file}:`) && line.includes(name));
      return message === name ? found.length > 0 : !found.some((line) => line.includes(`${message}.`));
    });
    return wrong.map(({ file, name }) => `The slice rule judges ${file} with ${name} wrongly.`).join("\n");
  },
};

const textFiles = ["apps/server/src/**/*.ts", "packages/contract/src/**/*.ts"];
/** A text in the code: a template without values, or a message and its context. */
const DECLARED = /\bmsg(?:`([^`$\\]*)`|\(\{\s*message: "([^"\\]*)",\s*context: "([^"\\]*)",?\s*\}\))/g;
const TRANSLATION = /[\p{Script=Devanagari}\p{Script=Kannada}]/u;

/** Words that the catalogues had beside another one for the same thing. */
const secondWords = {
  hi: /शेड्यूल|कैंपस|अलर्ट|अनदेख|मानचित्र|यूज़र|नियंत्रक|कमांड/u,
  kn: /ಬುಕಿಂಗ್|ಉಪಕರಣ|ಸೌಕರ್ಯ|ನಿರ್ಲಕ್ಷ|ಕೋಣೆ|ಶೆಡ್ಯೂಲ|ತಿರಸ್ಕರಿಸ|ಕಮಾಂಡ್/u,
};

/** The faults of the texts of a file. The build of the web app checks those of the screens. */
function faultsIn(file: string, catalogues: readonly (readonly [string, ReadonlyMap<string, string>])[]) {
  const code = readText(file);
  const declared = [...code.matchAll(DECLARED)];
  const missing = declared.flatMap(([, plain, message = plain ?? "", context]) => {
    const { id } = msg(context === undefined ? { message } : { message, context });
    const lacking = catalogues.filter(([, texts]) => !texts.get(id)).map(([language]) => language);
    return lacking.length > 0 ? [`${file}: "${message}" has no text in ${lacking.join(", ")}`] : [];
  });
  return [
    ...missing,
    ...(declared.length < [...code.matchAll(/\bmsg[`(]/g)].length ? [`${file}: a text is not plain`] : []),
    ...(TRANSLATION.test(code) ? [`${file}: a translation belongs into its catalogue`] : []),
  ];
}

/** Every text of the server and the contract is in each catalogue, and nowhere else; a thing has one word in a language. */
const texts: Check = {
  name: "texts",
  run: () => {
    const catalogues = translated.map((language) => [language, readCatalogue(language)] as const);
    const files = globSync(textFiles, { cwd: repository }).filter((file) => !file.endsWith(".test.ts"));
    const faults = files.flatMap((file) => faultsIn(file, catalogues));
    const words = catalogues.flatMap(([language, all]) =>
      [...all.values()].filter((text) => secondWords[language].test(text)),
    );
    return [
      ...faults,
      ...(faults.length > 0 ? ["npm run texts -w apps/web adds texts to the catalogues."] : []),
      ...words.map((text) => `Another word is in use for a thing in: ${text}`),
    ].join("\n");
  },
};

/** Runs all checks, as many at a time as there are cores, and returns the names of failed ones. */
export async function verify(commands: Commands): Promise<string[]> {
  const waiting = checks();
  const failed: string[] = [];
  async function work(): Promise<void> {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const startedAtMs = performance.now();
      const wrong = await check.run(commands);
      const seconds = ((performance.now() - startedAtMs) / 1_000).toFixed(1);
      console.log(`${wrong ? "failed" : "ok    "} ${check.name} (${seconds} s)`);
      if (!wrong) continue;
      console.log(wrong);
      failed.push(check.name);
    }
  }
  await Promise.all(Array.from({ length: os.availableParallelism() }, work));
  return failed;
}
