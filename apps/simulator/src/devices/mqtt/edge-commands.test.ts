import { randomUUID } from "node:crypto";

import { dali } from "@verandah/equipment/types/dali.ts";
import type { CommandResult } from "@verandah/field/payloads.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { equipmentOf } from "../../campus/points.ts";
import { daliKind } from "../../kinds/light.ts";
import { groundFloor } from "../../testing/one-floor.ts";
import { CommandSlots } from "../command-slots.ts";
import { type CommandedDevice, EdgeCommands } from "./edge-commands.ts";

const { points: daliPoints } = equipmentOf(dali);

const SSID = "50d0f001";
const wire = daliKind.devicesOf(groundFloor())[0]?.wire;

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());

function setUp(options: Partial<CommandedDevice> = {}) {
  const slots = new CommandSlots(["light_level_sp", "light_mode_sp"]);
  const device: CommandedDevice = {
    ssid: SSID,
    points: daliPoints,
    slots,
    values: () => ({ light_level_sp: 0, light_mode_sp: 1, ...slots.inForce() }),
    onWrite: wire?.protocol === "mqtt" ? wire.onWrite : undefined,
    ...options,
  };
  const results: CommandResult[] = [];
  const written: string[] = [];
  const commands = new EdgeCommands({
    device: (ssid) => (ssid === SSID ? device : undefined),
    report: (result) => results.push(result),
    onWritten: (ssid) => written.push(ssid),
    now: Date.now,
  });
  function send(command: object = {}): string {
    const id = randomUUID();
    const whole = {
      id,
      device: SSID,
      point: "light_level_sp",
      value: 40,
      priority: 8,
      expiresAt: Date.now() + 40_000,
      ...command,
    };
    commands.handle(Buffer.from(JSON.stringify(whole)));
    return id;
  }
  const states = () => results.map(({ state, failure }) => failure ?? state);
  return { slots, results, written, commands, send, states };
}

test("acknowledges a command, applies it, and verifies it when it reads back", async () => {
  const edge = setUp();
  const id = edge.send();
  expect(edge.states()).toEqual(["acknowledged"]);
  expect(edge.written).toEqual([SSID]);
  await vi.advanceTimersByTimeAsync(300);
  expect(edge.results.at(-1)).toEqual({ id, state: "verified", at: 1_000_250, value: 40 });
});

test("executes a repeated command once", async () => {
  const edge = setUp();
  const id = edge.send();
  edge.send({ id });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(edge.states()).toEqual(["acknowledged", "verified"]);
  expect(edge.written).toHaveLength(1);
});

test.each([
  [{ expiresAt: 1_000_000 }, "expired"],
  [{ value: 101 }, "out-of-range"],
  [{ value: -1 }, "out-of-range"],
  [{ point: "light_level" }, "refused"],
  [{ point: "colour" }, "unknown-point"],
  [{ device: "50d0f999" }, "unknown-point"],
])("refuses %j as %s, and writes nothing", async (command, failure) => {
  const edge = setUp();
  edge.send(command);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(edge.states()).toEqual([failure]);
  expect(edge.slots.inForce()).toEqual({});
});

test.each([0, 100])("accepts a level of %d", async (value) => {
  const edge = setUp();
  edge.send({ value });
  await vi.advanceTimersByTimeAsync(300);
  expect(edge.results.at(-1)).toMatchObject({ state: "verified", value });
});

test("a lost controller is unreachable", () => {
  const edge = setUp({ isSilent: () => true });
  edge.send();
  expect(edge.states()).toEqual(["unreachable"]);
});

test("a command fails if the device acknowledges and does nothing", async () => {
  const edge = setUp({ ignoresWrites: () => true });
  edge.send();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(edge.states()).toEqual(["acknowledged", "not-verified"]);
  expect(edge.results.at(-1)?.value).toBe(0);
});

test("reports a schedule's command below an override as overridden, and follows it after the release", async () => {
  const edge = setUp();
  edge.send({ value: 80 });
  edge.send({ value: 30, priority: 16 });
  await vi.advanceTimersByTimeAsync(300);
  expect(edge.states()).toEqual(["acknowledged", "acknowledged", "verified", "overridden"]);
  expect(edge.results.at(-1)).toMatchObject({ value: 80, winningPriority: 8 });
  expect(edge.slots.inForce()).toMatchObject({ light_level_sp: 80 });
  edge.send({ value: null });
  await vi.advanceTimersByTimeAsync(300);
  expect(edge.states().at(-1)).toBe("verified");
  expect(edge.slots.inForce()).toEqual({ light_level_sp: 30, light_mode_sp: 0 });
});

test("a level switches a lamp to manual, and Auto removes the level", () => {
  const edge = setUp();
  edge.send({ value: 80 });
  expect(edge.slots.inForce()).toEqual({ light_level_sp: 80, light_mode_sp: 0 });
  edge.send({ point: "light_mode_sp", value: 1 });
  expect(edge.slots.inForce()).toEqual({ light_mode_sp: 1 });
  edge.send({ value: 20 });
  edge.send({ value: null });
  expect(edge.slots.inForce()).toEqual({});
});

test("a command with an end expires, and the end of the newest one counts", async () => {
  const edge = setUp();
  edge.send({ value: 80, until: Date.now() + 10_000 });
  const id = edge.send({ value: 60, until: Date.now() + 20_000 });
  await vi.advanceTimersByTimeAsync(19_999);
  expect(edge.slots.inForce()).toMatchObject({ light_level_sp: 60 });
  await vi.advanceTimersByTimeAsync(1);
  expect(edge.slots.inForce()).toEqual({});
  expect(edge.results.at(-1)).toEqual({ id, state: "released", at: 1_020_000 });
});

test("nothing expires after an earlier release", async () => {
  const edge = setUp();
  edge.send({ value: 80, until: Date.now() + 10_000 });
  edge.send({ value: null });
  await vi.advanceTimersByTimeAsync(20_000);
  expect(edge.states()).not.toContain("released");
});

test.each([
  [{ point: "light_mode_sp", value: 1 }, { value: 60 }, { light_level_sp: 60, light_mode_sp: 0 }],
  [{ value: 60 }, { point: "light_mode_sp", value: 1 }, { light_mode_sp: 1 }],
])("the end of %j does not end the value %j that replaced it", async (early, late, inForce) => {
  const edge = setUp();
  edge.send({ ...early, until: Date.now() + 10_000 });
  await vi.advanceTimersByTimeAsync(5_000);
  const id = edge.send({ ...late, until: Date.now() + 20_000 });
  await vi.advanceTimersByTimeAsync(19_999);
  expect(edge.slots.inForce()).toEqual(inForce);
  expect(edge.states()).not.toContain("released");
  await vi.advanceTimersByTimeAsync(1);
  expect(edge.slots.inForce()).toEqual({});
  expect(edge.results.at(-1)).toMatchObject({ id, state: "released" });
});

test("ignores messages that are not commands", () => {
  const edge = setUp();
  edge.commands.handle(Buffer.from("{"));
  edge.commands.handle(Buffer.from('{"id":"x"}'));
  edge.send({ priority: 6 });
  expect(edge.results).toEqual([]);
});
