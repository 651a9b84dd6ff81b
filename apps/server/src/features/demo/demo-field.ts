import { existsSync } from "node:fs";
import path from "node:path";

import type { DemoAccounts } from "@verandah/contract/demo.ts";
import { z } from "zod";

/** The simulator of the demo and its gateways, which another program runs. */
export interface DemoField {
  /** Whether its files are here. Of several servers with one database, only that which added it has them. */
  isHere: () => boolean;
  /** Writes the site files once. @returns their paths */
  describe: () => Promise<string[]>;
  /** Starts it, unless it runs. With an account of an administrator it makes the past activity of the demo's people. */
  run: (account?: DemoAccounts[number]) => Promise<void>;
  /** Stops it and deletes its files. */
  remove: () => Promise<void>;
}

const answer = z.object({
  type: z.literal("demo"),
  id: z.int(),
  siteFiles: z.array(z.string()).default([]),
  failure: z.string().optional(),
});

/** The demo's field in the hands of the parent process. */
export function openDemoField(dataDir: string): DemoField {
  const waiting = new Map<number, PromiseWithResolvers<string[]>>();
  let lastId = 0;
  process.on("message", (message) => {
    const { id = 0, siteFiles = [], failure } = answer.safeParse(message).data ?? {};
    const asked = waiting.get(id);
    waiting.delete(id);
    if (failure === undefined) asked?.resolve(siteFiles);
    else asked?.reject(new Error(failure));
  });
  function ask(action: "describe" | "run" | "remove", account?: DemoAccounts[number]): Promise<string[]> {
    const asked = Promise.withResolvers<string[]>();
    lastId += 1;
    waiting.set(lastId, asked);
    process.send?.({ type: "demo", id: lastId, action, account });
    return asked.promise;
  }
  return {
    isHere: () => existsSync(path.join(dataDir, "added-demo")),
    describe: () => ask("describe"),
    run: async (account) => void (await ask("run", account)),
    remove: async () => void (await ask("remove")),
  };
}
