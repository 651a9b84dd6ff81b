import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

import { temporaryFolder } from "@verandah/simulator/testing/temporary-folder.ts";
import { expect, test } from "vitest";

import { OutboxStore } from "./outbox-store.ts";

/** Puts messages without a connection and prints each number after `put` has returned. */
const writer = `
import { Outbox } from ${JSON.stringify(join(import.meta.dirname, "outbox.ts"))};
const outbox = new Outbox({
  file: process.argv[1],
  maxBytes: 1e9,
  graceMs: 1000,
  isConnected: () => false,
  send: () => Promise.reject(new Error("not connected")),
  onFailure: (text) => { throw new Error(text); },
});
for (;;) {
  let seq = 0;
  outbox.put("readings", (stamp) => { seq = stamp.seq; return JSON.stringify({ ...stamp, text: "x".repeat(500) }); });
  process.stdout.write(seq + "\\n");
  await new Promise((done) => setImmediate(done));
}
`;

test("a gateway killed five times while disconnected loses no accepted message", async () => {
  using folder = temporaryFolder();
  const file = join(folder.path, "outbox.sqlite");
  const printed = new Set<number>();
  for (let round = 0; round < 5; round++) {
    const child = spawn(process.execPath, ["--input-type=module-typescript", "--eval", writer, file], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let text = "";
    child.stdout.on("data", (data) => (text += String(data)));
    const began = Date.now();
    while (text.split("\n").length < 60 && Date.now() - began < 10_000)
      await new Promise((done) => setTimeout(done, 5));
    child.kill("SIGKILL");
    await once(child, "close");
    for (const line of text.split("\n").slice(0, -1)) {
      expect(printed.has(Number(line))).toBe(false);
      printed.add(Number(line));
    }
  }
  const store = new OutboxStore(file, 100_000_000);
  expect(store.damaged).toBe(0);
  const stored = new Set(store.heads().map((head) => head.seq));
  store.close();
  expect(printed.size).toBeGreaterThan(200);
  expect([...printed].filter((seq) => !stored.has(seq))).toEqual([]);
});
