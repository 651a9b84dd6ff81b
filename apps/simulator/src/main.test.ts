import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test, vi } from "vitest";

import { provision } from "./provisioning.ts";
import { ENDS_SOON, runProgram } from "./testing/run-program.ts";
import { startTestBroker } from "./testing/start-test-broker.ts";
import { temporaryFolder } from "./testing/temporary-folder.ts";

const MAIN = join(import.meta.dirname, "main.ts");
const FAULT = join(import.meta.dirname, "fault.ts");
const TIME_LIMIT = { timeout: 30_000, interval: 50 };
/** Longer than the sum of all timeouts in a test. */
const LONG_MS = 90_000;

function piecesDone(program: { messages: Record<string, unknown>[] }): number {
  return Number(program.messages.at(-1)?.done ?? 0);
}

test(
  "the simulator is ready with its ports and gateway file, sends history, and ends soon after its parent",
  async () => {
    await using broker = await startTestBroker();
    using folder = temporaryFolder();
    provision(folder.path, "small");
    const settings = join(folder.path, "simulator.json");
    await using program = runProgram(
      MAIN,
      ["--settings", settings, "--mqtt", broker.url, "--state", folder.path, "--site=small"],
      ENDS_SOON,
    );
    await vi.waitFor(() => expect(program.messages[0]?.type).toBe("ready"), TIME_LIMIT);
    expect(program.messages[0]).toMatchObject({
      controlPort: expect.any(Number),
      uplinkPort: expect.any(Number),
      gateways: [{ ssid: "GW-BLR-A", configFile: join(folder.path, "gateway-GW-BLR-A.yaml") }],
    });
    expect(existsSync(join(folder.path, "gateway-GW-BLR-A.yaml"))).toBe(true);
    await vi.waitFor(
      () => expect(program.messages.at(-1)).toMatchObject({ type: "progress", text: "History", total: 56 }),
      TIME_LIMIT,
    );
    await vi.waitFor(
      () => expect(broker.published.map((one) => one.edge)).toContain("ENV-BLR-A-F0-Z1-1"),
      TIME_LIMIT,
    );

    await using broken = runProgram(FAULT, ["--state", folder.path, "device-silent", "AHU-BLR-A-F1-1"]);
    expect(await broken.ended()).toBe(0);
    await using shown = runProgram(FAULT, ["--state", folder.path, "show", "AHU-BLR-A-F1-1"]);
    expect(await shown.ended()).toBe(0);
    expect(JSON.parse(shown.output().out)).toMatchObject({ isSilent: true });
    await using late = runProgram(FAULT, ["--state", folder.path, "clock-wrong", "50ac0f001", "-90"]);
    expect(await late.ended()).toBe(0);
    expect(JSON.parse(late.output().out)).toMatchObject({ kind: "clock-wrong", value: -90 });
    await using refused = runProgram(FAULT, ["--state", folder.path, "device-silent", "AHU-9"]);
    expect(await refused.ended()).toBe(1);
    expect(refused.output().error).toMatch(/^target: No device AHU-9; /);

    program.child.disconnect();
    const code = await program.ended();
    expect({ code, said: program.output().error }).toEqual({ code: 0, said: "" });
  },
  LONG_MS,
);

test(
  "the simulator takes the broker's address from its parent, and is gone with it while it waits",
  async () => {
    await using broker = await startTestBroker();
    using folder = temporaryFolder();
    provision(folder.path, "small");
    const args = ["--settings", join(folder.path, "simulator.json"), "--state", folder.path, "--site=small"];
    await using orphan = runProgram(MAIN, args);
    await using program = runProgram(MAIN, [...args, "--history-days=0"]);
    program.child.send({ type: "broker", url: broker.url });
    await vi.waitFor(() => expect(program.messages[0]?.type).toBe("ready"), TIME_LIMIT);
    await vi.waitFor(() => expect(broker.published).not.toEqual([]), TIME_LIMIT);
    expect(orphan.messages).toEqual([]);
    orphan.child.disconnect();
    expect(await orphan.ended()).toBe(1);
  },
  LONG_MS,
);

test(
  "history is as long as was asked for, and killed half-way it goes on with the same instants",
  async () => {
    await using broker = await startTestBroker();
    using folder = temporaryFolder();
    provision(folder.path, "small");
    const args = [
      "--settings",
      join(folder.path, "simulator.json"),
      "--mqtt",
      broker.url,
      "--state",
      folder.path,
      "--site=small",
      "--history-days=1",
    ];
    const anchor = () => readFileSync(join(folder.path, "simulator-history.json"), "utf8").slice(0, 25);
    await using first = runProgram(MAIN, args);
    await vi.waitFor(() => expect(piecesDone(first)).toBeGreaterThan(1), TIME_LIMIT);
    expect(first.messages.at(-1)).toMatchObject({ total: 8 });
    first.child.kill("SIGKILL");
    await first.ended();
    const before = anchor();
    await using second = runProgram(MAIN, args);
    await vi.waitFor(() => expect(piecesDone(second)).toBeGreaterThan(2), TIME_LIMIT);
    expect(anchor()).toBe(before);
  },
  LONG_MS,
);

test.each([
  [[], "--settings"],
  [["--settings", "/nowhere/simulator.json", "--state", "/tmp"], "/nowhere/simulator.json"],
])("wrong arguments %j end with code 1 and one line of explanation", async (args, says) => {
  await using program = runProgram(MAIN, args);
  expect(await program.ended()).toBe(1);
  expect(program.output().error).toContain(says);
  expect(program.output().error.trim().split("\n")).toHaveLength(1);
});

test.each([
  [["--mqtt", "http://x"], "mqtt://127.0.0.1:1883"],
  [["--mqtt", "mqtt://127.0.0.1:9", "--time-factor", "0"], "--time-factor"],
  [["--mqtt", "mqtt://127.0.0.1:9", "--time-factor", "4000"], "--time-factor"],
  [["--mqtt", "mqtt://127.0.0.1:9", "--history-days", "8"], "--history-days"],
  [["--mqtt", "mqtt://127.0.0.1:9", "--site", "large"], "--site"],
])("%j is refused", async (args, says) => {
  using folder = temporaryFolder();
  const settings = join(folder.path, "simulator.json");
  writeFileSync(settings, '{"passwords":{}}');
  await using program = runProgram(MAIN, ["--settings", settings, "--state", folder.path, ...args]);
  expect(await program.ended()).toBe(1);
  expect(program.output().error).toContain(says);
});
