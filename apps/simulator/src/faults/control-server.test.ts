import { get } from "node:http";

import { ahu } from "@verandah/equipment/types/ahu.ts";
import { environment } from "@verandah/equipment/types/environment.ts";
import { expect, test } from "vitest";
import { z } from "zod";

import { equipmentOf } from "../campus/points.ts";
import { openControlServer } from "./control-server.ts";
import { FaultBoard } from "./fault-board.ts";
import type { Fault, FaultKind } from "./fault-kinds.ts";

const { points: ahuPoints } = equipmentOf(ahu);
const { points: environmentPoints } = equipmentOf(environment);

const refusal = z.object({ fields: z.record(z.string(), z.string()) });

async function setUp() {
  const ofDevices: FaultKind[] = ["device-silent", "sensor-frozen", "sensor-drifting", "value-forced"];
  const board = new FaultBoard(
    new Map([
      ["GW-1", { points: [], kinds: new Set<FaultKind>(["gateway-cut-off"]) }],
      ["AHU-1", { points: ahuPoints, kinds: new Set<FaultKind>([...ofDevices, "writes-ignored"]) }],
      [
        "ENV-1",
        {
          points: environmentPoints,
          kinds: new Set<FaultKind>([...ofDevices, "value-nonsense", "clock-wrong"]),
        },
      ],
    ]),
  );
  const changes: (readonly Fault[])[] = [];
  const server = await openControlServer({
    board,
    onChange: (faults) => changes.push(faults),
    devices: () => ["AHU-1", "ENV-1"],
    truthOf: (ssid) =>
      ssid === "AHU-1" ? { ssid, measured: { CO2: 600 }, shown: { CO2: 600 }, isSilent: false } : undefined,
  });
  const call = async (method: string, path: string, body?: string, headers: Record<string, string> = {}) => {
    const reply = await fetch(`http://127.0.0.1:${server.port}${path}`, {
      method,
      headers,
      ...(body !== undefined && { body }),
    });
    const text = await reply.text();
    const answer: unknown = text ? JSON.parse(text) : undefined;
    return { status: reply.status, body: answer };
  };
  return {
    board,
    changes,
    call,
    port: server.port,
    add: (fault: unknown) => call("POST", "/faults", JSON.stringify(fault)),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

test.each([
  { kind: "device-silent", target: "AHU-1" },
  { kind: "sensor-frozen", target: "ENV-1" },
  { kind: "sensor-frozen", target: "ENV-1", param_id: "TEMPERATURE" },
  { kind: "value-forced", target: "AHU-1", param_id: "CO2", value: 2_000 },
  { kind: "writes-ignored", target: "AHU-1" },
  { kind: "gateway-cut-off", target: "GW-1" },
  { kind: "sensor-drifting", target: "ENV-1", param_id: "TEMPERATURE", value: 3 },
  { kind: "value-nonsense", target: "ENV-1" },
  { kind: "clock-wrong", target: "ENV-1", value: 3_600 },
])("$kind is started, listed and cleared", async (fault) => {
  await using control = await setUp();
  const { status, body } = await control.add(fault);
  expect(status).toBe(201);
  const { id } = z.object({ id: z.uuid() }).parse(body);
  expect(body).toMatchObject(fault);
  expect((await control.call("GET", "/faults")).body).toEqual([body]);
  expect((await control.call("DELETE", `/faults/${id}`)).status).toBe(204);
  expect((await control.call("GET", "/faults")).body).toEqual([]);
  expect(control.changes.map((faults) => faults.length)).toEqual([1, 0]);
});

test.each([
  [{ kind: "earthquake", target: "AHU-1" }, ["kind"]],
  [{ kind: "device-silent" }, ["target"]],
  [{ kind: "device-silent", target: "AHU-9" }, ["target"]],
  [{ kind: "device-silent", target: "GW-1" }, ["target"]],
  [{ kind: "gateway-cut-off", target: "AHU-1" }, ["target"]],
  [{ kind: "writes-ignored", target: "ENV-1" }, ["target"]],
  [{ kind: "value-forced", target: "AHU-1" }, ["param_id", "value"]],
  [{ kind: "value-forced", target: "AHU-1", param_id: "CO2", value: "high" }, ["value"]],
  [{ kind: "value-forced", target: "AHU-1", param_id: "TEMPERATURE", value: 3 }, ["param_id"]],
  [{ kind: "device-silent", target: "AHU-1", colour: "red" }, ["colour"]],
  [{ kind: "valve-stuck", target: "ENV-1" }, ["target"]],
  [{ kind: "mains-failed", target: "AHU-1" }, ["target"]],
  [{ kind: "sensor-drifting", target: "AHU-1" }, ["param_id"]],
  [{ kind: "clock-wrong", target: "ENV-1", value: "late" }, ["value"]],
])("refuses %j and names the fields %j", async (fault, fields) => {
  await using control = await setUp();
  const { status, body } = await control.add(fault);
  expect(status).toBe(400);
  expect(Object.keys(refusal.parse(body).fields).toSorted()).toEqual(fields);
  expect(control.changes).toEqual([]);
});

test("rejects bodies that are not JSON, unknown paths and unknown faults", async () => {
  await using control = await setUp();
  expect((await control.call("POST", "/faults", "{")).status).toBe(400);
  expect((await control.call("POST", "/faults", JSON.stringify("x".repeat(20_000)))).status).toBe(400);
  expect((await control.call("GET", "/nowhere")).status).toBe(404);
  expect((await control.call("DELETE", "/faults/none")).status).toBe(404);
  expect((await control.call("GET", "/state/AHU-9")).status).toBe(404);
});

test("returns the simulated values of a device, and the list of all devices", async () => {
  await using control = await setUp();
  expect((await control.call("GET", "/state/AHU-1")).body).toMatchObject({ measured: { CO2: 600 } });
  expect((await control.call("GET", "/state")).body).toMatchObject({ devices: ["AHU-1", "ENV-1"] });
});

test("a frozen sensor keeps its values, and a forced value overrides them", async () => {
  await using control = await setUp();
  let celsius = 24;
  const shown = () => control.board.shownInstead("ENV-1", () => ({ TEMPERATURE: celsius }), new Date());
  await control.add({ kind: "sensor-frozen", target: "ENV-1" });
  expect(shown()).toEqual({ TEMPERATURE: 24 });
  celsius = 26;
  expect(shown()).toEqual({ TEMPERATURE: 24 });
  await control.add({ kind: "value-forced", target: "ENV-1", param_id: "TEMPERATURE", value: 41 });
  expect(shown()).toEqual({ TEMPERATURE: 41 });
  await control.call("DELETE", "/faults");
  expect(shown()).toEqual({});
});

test("the error of a drifting sensor grows", async () => {
  await using control = await setUp();
  await control.add({ kind: "sensor-drifting", target: "ENV-1", param_id: "TEMPERATURE", value: 4 });
  const since = Date.parse(control.board.list()[0]?.since ?? "");
  const shown = (hours: number) =>
    control.board.shownInstead("ENV-1", () => ({ TEMPERATURE: 24 }), new Date(since + hours * 3_600_000));
  expect([shown(0), shown(0.5), shown(2)]).toEqual([
    { TEMPERATURE: 24 },
    { TEMPERATURE: 26 },
    { TEMPERATURE: 32 },
  ]);
});

test("impossible values are outside the range of each point, on both sides", async () => {
  await using control = await setUp();
  await control.add({ kind: "value-nonsense", target: "ENV-1" });
  const shown = (ms: number) => control.board.shownInstead("ENV-1", () => ({}), new Date(ms));
  for (const { paramId, max = 0, min = 0 } of environmentPoints) {
    expect(shown(0)[paramId]).toBeGreaterThan(max);
    expect(shown(10_000)[paramId]).toBeLessThan(min);
  }
});

test("a wrong clock is ahead by the given value, and without one behind by a time zone", async () => {
  await using control = await setUp();
  await control.add({ kind: "clock-wrong", target: "ENV-1", value: 90 });
  expect(control.board.clockErrorMs("ENV-1")).toBe(90_000);
  await control.call("DELETE", "/faults");
  await control.add({ kind: "clock-wrong", target: "ENV-1" });
  expect(control.board.clockErrorMs("ENV-1")).toBe(-19_800_000);
  expect(control.board.clockErrorMs("AHU-1")).toBe(0);
});

test.each([
  { origin: "https://evil.example" },
  { origin: "null" },
  { "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "same-site" },
])("refuses a request of a page: %j", async (headers) => {
  await using control = await setUp();
  const body = JSON.stringify({ kind: "device-silent", target: "AHU-1" });
  expect((await control.call("POST", "/faults", body, headers)).status).toBe(403);
  expect((await control.call("DELETE", "/faults", undefined, headers)).status).toBe(403);
  expect(control.board.list()).toEqual([]);
});

test("refuses a request to another name for this address", async () => {
  await using control = await setUp();
  const statusOf = (host: string) =>
    new Promise<number | undefined>((resolve) => {
      get({ port: control.port, host: "127.0.0.1", path: "/state", headers: { host } }, (reply) => {
        reply.resume();
        resolve(reply.statusCode);
      });
    });
  expect(await statusOf("evil.example")).toBe(403);
  expect(await statusOf(`localhost:${control.port}`)).toBe(200);
});
