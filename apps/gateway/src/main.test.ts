import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { writeGatewayFile } from "@verandah/simulator/gateway-file.ts";
import { runProgram } from "@verandah/simulator/testing/run-program.ts";
import { temporaryFolder } from "@verandah/simulator/testing/temporary-folder.ts";
import { expect, test, vi } from "vitest";

const MAIN = join(import.meta.dirname, "main.ts");
const PATIENCE = { timeout: 15_000, interval: 50 };

function configFile(folder: string): string {
  const devices = [
    { ssid: "AHU-1", driver: "bacnet", profile: "bacnet-ahu", address: "127.0.0.1:9", instance: 1 },
  ];
  return writeGatewayFile({
    folder,
    ssid: "GW-1",
    password: "secret",
    uplinkUrl: "mqtt://127.0.0.1:9",
    devices,
  });
}

test.each(["SIGTERM", "disconnect"] as const)(
  "the gateway is ready with broker and devices away, and ends soon after %s",
  async (how) => {
    using folder = temporaryFolder();
    await using program = runProgram(MAIN, ["--config", configFile(folder.path)]);
    await vi.waitFor(() => expect(program.messages).toEqual([{ type: "ready" }]), PATIENCE);
    const began = Date.now();
    if (how === "disconnect") program.child.disconnect();
    else program.child.kill(how);
    expect(await program.ended()).toBe(0);
    expect(Date.now() - began).toBeLessThan(3_000);
  },
);

test("wrong settings end with code 1 and name the field", async () => {
  using folder = temporaryFolder();
  const file = join(folder.path, "gateway.yaml");
  writeFileSync(file, "ssid: GW-1\n");
  await using program = runProgram(MAIN, ["--config", file]);
  expect(await program.ended()).toBe(1);
  expect(program.output().error).toContain("dataDir");
});

test("without settings the gateway says what it needs", async () => {
  await using program = runProgram(MAIN, []);
  expect(await program.ended()).toBe(1);
  expect(program.output().error.trim()).toBe("Say where the settings are: --config FILE");
});
