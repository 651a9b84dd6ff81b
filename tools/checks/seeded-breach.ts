import { type Check, repository, runOnSeeds } from "./check.ts";

/** Files with an import or a forbidden name each, and what the slice rule must say; without a reason it must be silent. */
const seeds = `
apps/web/src/app/a.ts @verandah/field/topics.ts: web never imports field
apps/web/src/app/b.ts ../../../server/src/core/db.ts: web never imports server
apps/web/src/app/c.ts @verandah/contract/auth/auth.ts
apps/server/src/core/a.ts @verandah/simulator/physics.ts: server never imports simulator
apps/server/src/core/a.test.ts @verandah/simulator/physics.ts
apps/gateway/src/a.ts @verandah/simulator/physics.ts: gateway never imports simulator
apps/gateway/src/a.test.ts @verandah/simulator/physics.ts
apps/gateway/src/b.ts @verandah/contract/auth/auth.ts: gateway never imports contract
apps/simulator/src/a.ts ../../gateway/src/main.ts: simulator never imports gateway
packages/contract/src/a.ts @verandah/field/topics.ts: contract never imports field
packages/equipment/src/a.ts @verandah/contract/auth/auth.ts: equipment never imports contract
packages/texts/src/a.ts @verandah/contract/auth/auth.ts: texts never imports contract
packages/field/src/a.ts ../../../apps/server/src/core/db.ts: field never imports server
e2e/a.spec.ts ../apps/server/src/core/db.ts: e2e never imports server
bench/src/a.ts ../../apps/server/src/core/db.ts: bench never imports server
bench/src/b.ts ../start.ts
bench/src/c.ts ../../faults/src/rig/client.ts
faults/src/a.ts ../../apps/server/src/core/db.ts: faults never imports server
faults/src/b.ts ../start.ts
faults/src/c.ts ../../bench/src/main.ts: faults never imports bench
apps/server/src/core/b.ts #features/alarms/alarms.service.ts: core, data and shared know no feature
apps/web/src/shared/a.ts ../features/alarms/alarms-screen.tsx: core, data and shared know no feature
apps/web/src/data/a.ts ../features/alarms/alarms-screen.tsx: core, data and shared know no feature
apps/web/src/features/hvac/a.ts ../alarms/alarms-screen.tsx: web features never meet; compose them in app/
apps/server/src/features/hvac/hvac.service.ts #features/alarms/alarms.repository.ts: another slice is entered only through its service
apps/server/src/features/hvac/b.service.ts #features/alarms/alarms.service.ts
apps/server/src/features/alarms/a.service.ts #features/hvac/hvac.service.ts: hvac comes after alarms in serverSlices
apps/server/src/features/alarms/a.test.ts #features/hvac/hvac.service.ts
apps/server/src/features/new/a.service.ts #features/hvac/hvac.service.ts: add new to serverSlices
apps/server/src/features/hvac/c.service.ts ./hvac.routes.ts: a service never calls a routes
apps/server/src/features/hvac/hvac.repository.ts ./hvac.service.ts: a repository never calls a service
apps/server/src/features/hvac/hvac.routes.ts ./hvac.repository.ts: data is reached only through the service
apps/server/src/features/hvac/hvac.jobs.ts ./hvac.repository.ts: data is reached only through the service
apps/server/src/features/hvac/d.service.ts kysely: only a repository talks to the database
apps/server/src/features/hvac/e.repository.ts kysely
apps/web/src/features/hvac/b.ts refetchInterval: only data polls and opens streams
apps/web/src/shared/b.ts EventSource: only data polls and opens streams
apps/web/src/data/b.ts refetchInterval`;

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
