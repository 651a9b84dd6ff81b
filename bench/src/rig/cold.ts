import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

import type { Rig } from "./rig.ts";

const RETRY_MS = 50;
const RECONNECT_MAX_MS = 15_000;

/** Restarts the PostgreSQL of each system and, on request and if allowed, empties the machine's page cache. @returns whether it did */
export async function makeCold(rigs: Iterable<Rig>, isCacheDropped: boolean): Promise<boolean> {
  const each = new Set(rigs);
  for (const rig of each) await rig.restartPostgres();
  const isDropped = isCacheDropped && dropPageCache();
  // Connections are opened before the measurement.
  for (const rig of each) await waitForServer(rig);
  return isDropped;
}

function dropPageCache(): boolean {
  try {
    execFileSync("sync");
    writeFileSync("/proc/sys/vm/drop_caches", "3");
    return true;
  } catch {
    return false;
  }
}

async function waitForServer(rig: Rig): Promise<void> {
  const deadlineMs = performance.now() + RECONNECT_MAX_MS;
  const headers = { authorization: `Bearer ${rig.users.token}` };
  for (;;) {
    const reply = await fetch(`${rig.url}/v1/auth/session`, { headers });
    await reply.arrayBuffer();
    if (reply.ok) return;
    if (performance.now() > deadlineMs) throw new Error("The server has not found its database again.");
    await sleep(RETRY_MS);
  }
}
