import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import type { Ctx } from "#core/ctx.ts";
import type { DemoField } from "#features/demo/demo-field.ts";
import { closeHours, groupJournal } from "#features/telemetry/readings/readings-upkeep.ts";

import { aSite } from "./sites.ts";

/** A demo with a small campus. Records the requests, and fails those in `failures`. */
export function aDemoField() {
  const requests: string[] = [];
  const failures: string[] = [];
  let folder = "";
  function note(request: string): void {
    if (folder) rmSync(folder, { recursive: true, force: true });
    requests.push(request);
    if (failures.includes(request)) throw new Error(`No ${request}`);
  }
  const field: DemoField = {
    isHere: () => !failures.includes("here"),
    async describe() {
      note("describe");
      folder = mkdtempSync(path.join(tmpdir(), "verandah-demo-"));
      const file = path.join(folder, "site.json");
      writeFileSync(file, JSON.stringify(aSite("D", "Demo Campus")));
      return [file];
    },
    run: async (account) => note(account ? `run as ${account.username}` : "run"),
    remove: async () => note("remove"),
  };
  return { field, requests, failures };
}

/** Closes the hours that have ended, with all values in the journal. */
export async function closeAllHours(ctx: Ctx): Promise<void> {
  await groupJournal(ctx, true);
  await closeHours(ctx, 0);
}
