import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { writeGatewayFile } from "@verandah/simulator/gateway-file.ts";
import { ENDS_SOON, runProgram } from "@verandah/simulator/testing/run-program.ts";
import { temporaryFolder } from "@verandah/simulator/testing/temporary-folder.ts";
import { startTestUnit } from "@verandah/simulator/testing/test-unit.ts";
import { expect, test, vi } from "vitest";

import { writeJoined } from "./joining/joined-gateway.ts";

const MAIN = join(import.meta.dirname, "main.ts");
const TIME_LIMIT = { timeout: 15_000, interval: 50 };

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

test.each(["SIGTERM", "SIGINT", "stop", "disconnect"] as const)(
  "the gateway is ready without broker and devices, and stops in order after %s",
  async (how) => {
    using folder = temporaryFolder();
    await using program = runProgram(MAIN, ["--config", configFile(folder.path)], ENDS_SOON);
    await vi.waitFor(() => expect(program.messages).toEqual([{ type: "ready" }]), TIME_LIMIT);
    if (how === "disconnect") program.child.disconnect();
    else if (how === "stop") program.child.send({ type: "stop" });
    else program.child.kill(how);
    expect(await program.ended()).toBe(0);
    // The outbox was closed, which leaves one whole file.
    expect(existsSync(join(folder.path, "gateway-GW-1", "outbox.sqlite"))).toBe(true);
    expect(existsSync(join(folder.path, "gateway-GW-1", "outbox.sqlite-wal"))).toBe(false);
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

test("without settings the gateway prints its usage", async () => {
  await using program = runProgram(MAIN, []);
  expect(await program.ended()).toBe(1);
  expect(program.output().error).toContain("Give the settings file of the gateway, or join a server:");
});

test.each([[["run"]], [["discover", "all"]]])("an unknown command is reported: %j", async (words) => {
  using folder = temporaryFolder();
  await using program = runProgram(MAIN, [...words, "--config", configFile(folder.path)]);
  expect(await program.ended()).toBe(1);
  expect(program.output().error).toContain(`Unknown argument: ${words.join(" ")}.`);
});

test("discover ends with code 1 and the reason when it cannot listen, and starts no gateway", async () => {
  using folder = temporaryFolder();
  const file = configFile(folder.path);
  // An address that no machine has. Source: RFC 5737 §3.
  writeFileSync(file, readFileSync(file, "utf8").replace("interface: 127.0.0.1", "interface: 192.0.2.1"));
  await using program = runProgram(MAIN, ["discover", "--config", file]);
  expect(await program.ended()).toBe(1);
  expect(program.output().error).toContain("EADDRNOTAVAIL");
  expect(existsSync(join(folder.path, "gateway-GW-1"))).toBe(false);
});

test("discover prints devices that are not configured and ends with code 0", async () => {
  using folder = temporaryFolder();
  const unit = await startTestUnit({ instance: 2_050 });
  await using device = unit.device;
  const file = configFile(folder.path);
  const settings = readFileSync(file, "utf8");
  writeFileSync(file, settings.replace("bacnet:\n", `bacnet:\n  discoverAt: ["${device.address}"]\n`));
  await using program = runProgram(MAIN, ["discover", "--config", file]);
  expect(await program.ended()).toBe(0);
  expect(program.output().out).toContain("BACNET-2050");
  expect(existsSync(join(folder.path, "gateway-GW-1"))).toBe(false);
});

test.each([
  [["join"], "Give the address and the code"],
  [["join", "server", "K7PM"], "Give the address and the code"],
  [["join", "mqtt://server:1883", "K7PM", "--config", "site.yaml"], "has no settings file"],
  [["join", "mqtt://server:1883", "K7PM", "--fingerprint", "AB"], "begins with mqtts://"],
  [["join", "mqtt://127.0.0.1:9", "K7PM"], "cannot be reached"],
])("a wrong way to join is reported: %j", async (words, why) => {
  using folder = temporaryFolder();
  await using program = runProgram(MAIN, [...words, "--data", folder.path]);
  expect(await program.ended()).toBe(1);
  expect(program.output().error).toContain(why);
});

test("a gateway that has joined runs from its folder, and refuses a settings file beside it", async () => {
  using folder = temporaryFolder();
  const data = join(folder.path, "data");
  writeJoined(data, { url: "mqtt://127.0.0.1:9", ssid: "GW-7", password: "secret" });
  const args = ["--data", data, "--config", join(folder.path, "gateway.yaml")];
  await using program = runProgram(MAIN, args);
  await vi.waitFor(() => expect(program.messages).toEqual([{ type: "ready" }]), TIME_LIMIT);
  program.child.kill("SIGTERM");
  expect(await program.ended()).toBe(0);
  writeFileSync(join(folder.path, "gateway.yaml"), "ssid: GW-1\n");
  await using refused = runProgram(MAIN, args);
  expect(await refused.ended()).toBe(1);
  expect(refused.output().error).toContain("GW-7");
});
