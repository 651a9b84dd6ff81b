import { expect, test } from "vitest";

import { readText } from "./seeds.ts";

const version = /^(npm:[\w./@-]+@)?\d+\.\d+\.\d+(-[\w.-]+)?$/;
const lock = readText("package-lock.json");

test("the lock file names no registry, so that each clone installs the same anywhere", () => {
  expect(lock.match(/"resolved": "[a-z+]+:\/\/[^"]*"/g)).toBeNull();
});

test("every dependency of a workspace is pinned", () => {
  const { packages }: { packages: Record<string, Record<string, object>> } = JSON.parse(lock);
  const workspaces = Object.entries(packages).filter(([folder]) => !folder.includes("node_modules/"));
  const dependencies = workspaces.flatMap(([folder, of]) =>
    Object.entries({ ...of["dependencies"], ...of["devDependencies"], ...of["optionalDependencies"] }).map(
      ([name, range]) => ({ folder, name, range: String(range) }),
    ),
  );
  const foreign = dependencies.filter(({ name }) => !name.startsWith("@verandah/"));
  expect(foreign.length).toBeGreaterThan(10);
  expect(foreign.filter(({ range }) => !version.test(range))).toEqual([]);
});
