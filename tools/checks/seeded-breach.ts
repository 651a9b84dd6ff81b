import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import { type Check, repository } from "./check.ts";

/** A file, one import in it or other code, and what the slice rule must say; undefined where it must be silent. */
type Seed = readonly [file: string, specifier: string, reason: string | undefined, code?: string];

const seeds: readonly Seed[] = [
  ["apps/web/src/app/a.ts", "@verandah/field/topics.ts", "web never imports field"],
  ["apps/web/src/app/b.ts", "../../../server/src/core/db.ts", "web never imports server"],
  ["apps/web/src/app/c.ts", "@verandah/contract/auth/auth.ts", undefined],
  ["apps/server/src/core/a.ts", "@verandah/simulator/physics.ts", "server never imports simulator"],
  ["apps/gateway/src/a.ts", "@verandah/simulator/physics.ts", "gateway never imports simulator"],
  ["apps/gateway/src/a.test.ts", "@verandah/simulator/physics.ts", undefined],
  ["apps/gateway/src/b.ts", "@verandah/contract/auth/auth.ts", "gateway never imports contract"],
  ["apps/simulator/src/a.ts", "../../gateway/src/main.ts", "simulator never imports gateway"],
  ["packages/contract/src/a.ts", "@verandah/field/topics.ts", "contract never imports field"],
  ["packages/equipment/src/a.ts", "@verandah/contract/auth/auth.ts", "equipment never imports contract"],
  ["packages/texts/src/a.ts", "@verandah/contract/auth/auth.ts", "texts never imports contract"],
  ["packages/field/src/a.ts", "../../../apps/server/src/core/db.ts", "field never imports server"],
  ["e2e/a.spec.ts", "../apps/server/src/core/db.ts", "e2e never imports server"],
  ["bench/src/a.ts", "../../apps/server/src/core/db.ts", "bench never imports server"],
  ["bench/src/b.ts", "../start.ts", undefined],
  ["faults/src/a.ts", "../../apps/server/src/core/db.ts", "faults never imports server"],
  ["faults/src/b.ts", "../start.ts", undefined],
  [
    "apps/server/src/core/b.ts",
    "#features/alarms/alarms.service.ts",
    "core, data and shared know no feature",
  ],
  [
    "apps/web/src/shared/a.ts",
    "../features/alarms/alarms-screen.tsx",
    "core, data and shared know no feature",
  ],
  ["apps/web/src/data/a.ts", "../features/alarms/alarms-screen.tsx", "core, data and shared know no feature"],
  [
    "apps/web/src/features/hvac/a.ts",
    "../alarms/alarms-screen.tsx",
    "web features never meet; compose them in app/",
  ],
  [
    "apps/server/src/features/hvac/hvac.service.ts",
    "#features/alarms/alarms.repository.ts",
    "another slice is entered only through its service",
  ],
  ["apps/server/src/features/hvac/b.service.ts", "#features/alarms/alarms.service.ts", undefined],
  [
    "apps/server/src/features/alarms/a.service.ts",
    "#features/hvac/hvac.service.ts",
    "hvac comes after alarms in serverSlices",
  ],
  ["apps/server/src/features/alarms/a.test.ts", "#features/hvac/hvac.service.ts", undefined],
  ["apps/server/src/features/new/a.service.ts", "#features/hvac/hvac.service.ts", "add new to serverSlices"],
  ["apps/server/src/features/hvac/c.service.ts", "./hvac.routes.ts", "a service never calls a routes"],
  [
    "apps/server/src/features/hvac/hvac.repository.ts",
    "./hvac.service.ts",
    "a repository never calls a service",
  ],
  [
    "apps/server/src/features/hvac/hvac.routes.ts",
    "./hvac.repository.ts",
    "data is reached only through the service",
  ],
  [
    "apps/server/src/features/hvac/hvac.jobs.ts",
    "./hvac.repository.ts",
    "data is reached only through the service",
  ],
  ["apps/server/src/features/hvac/d.service.ts", "kysely", "only a repository talks to the database"],
  ["apps/server/src/features/hvac/e.repository.ts", "kysely", undefined],
  [
    "apps/web/src/features/hvac/b.ts",
    "refetchInterval",
    "only data polls and opens streams",
    "use({ refetchInterval: 1 });",
  ],
  [
    "apps/web/src/shared/b.ts",
    "EventSource",
    "only data polls and opens streams",
    'use(new EventSource("/"));',
  ],
  ["apps/web/src/data/b.ts", "refetchInterval", undefined, "use({ refetchInterval: 1 });"],
];

/** Proves that the slice rule works: it must find each seeded breach, and nothing in the other seeds. */
export const seededBreach: Check = {
  name: "slice rule bites",
  run: async (commands) => {
    const folder = mkdtempSync(path.join(os.tmpdir(), "verandah-seeds-"));
    try {
      for (const [file, specifier, , code] of seeds) {
        mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
        writeFileSync(path.join(folder, file), code ?? `import { it } from "${specifier}";\n\nit();\n`);
      }
      const config = {
        jsPlugins: [path.join(repository, "tools/oxlint-slices.js")],
        rules: { "slices/boundaries": "error" },
      };
      writeFileSync(path.join(folder, ".oxlintrc.json"), JSON.stringify(config));
      const oxlint = path.join(repository, "node_modules/.bin/oxlint");
      const { output } = await commands.run(oxlint, ["--format=unix"], { cwd: folder });
      const wrong = seeds.filter(([file, specifier, reason]) => {
        const lines = output
          .split("\n")
          .filter((line) => line.startsWith(`${file}:`) && line.includes(specifier));
        return reason === undefined
          ? lines.length > 0
          : !lines.some((line) => line.includes(`${specifier}: ${reason}.`));
      });
      return wrong
        .map(([file, specifier]) => `The slice rule judges ${file} with ${specifier} wrongly.`)
        .join("\n");
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};
