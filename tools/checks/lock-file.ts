import { type Check, readText } from "./check.ts";

const version = /^(npm:[\w./@-]+@)?\d+\.\d+\.\d+(-[\w.-]+)?$/;

/** The lock file names no registry, and every dependency is pinned, so that each clone installs the same anywhere. */
export const lockFile: Check = {
  name: "lock file",
  run: () => {
    const text = readText("package-lock.json");
    const hosts = text.match(/"resolved": "[a-z+]+:\/\/[^"]*"/g) ?? [];
    const { packages }: { packages: Record<string, Record<string, unknown>> } = JSON.parse(text);
    const ours = Object.entries(packages).filter(([folder]) => !folder.includes("node_modules/"));
    const loose = ours.flatMap(([folder, entry]) =>
      ["dependencies", "devDependencies", "optionalDependencies"].flatMap((kind) =>
        Object.entries(entry[kind] ?? {})
          .filter(([name, range]) => !name.startsWith("@verandah/") && !version.test(String(range)))
          .map(
            ([name, range]) => `${folder || "."}/package.json: ${name} is ${String(range)}, not one version.`,
          ),
      ),
    );
    return [...hosts.map((host) => `package-lock.json names a host: ${host}`), ...loose].join("\n");
  },
};
