import { type IncomingMessage, type ServerResponse } from "node:http";
import { createServer } from "node:net";

import { http } from "@verandah/field/protocols/http.ts";
import { expect, test, vi } from "vitest";

import { driverContract } from "../../testing/driver-contract.ts";
import { type HttpBench, openHttpBench } from "../../testing/http-bench.ts";
import type { Driver } from "../driver.ts";
import { protocols } from "../protocols.ts";
import { open } from "./http-driver.ts";

driverContract("HTTP", protocols.http.capabilities, openHttpBench);

const soon = () => AbortSignal.timeout(10_000);
const readAll = (driver: Driver) =>
  driver.read(
    driver.points.map(({ id }) => id),
    soon(),
  );

async function valuesOf(driver: Driver): Promise<Record<string, number>> {
  return Object.fromEntries((await readAll(driver)).map(({ pointId, value }) => [pointId, value]));
}

test("reads a Shelly Plus PM with one request", async () => {
  await using bench = await openHttpBench();
  expect(await valuesOf(bench.driver)).toEqual({
    activePowerTotal: 61.4,
    "em_volatge_LN_phase_1-2": 231.5,
    em_currentPhase1: 0.272,
    energyTotal: 14.0935,
    temperature: 41.2,
  });
  expect(bench.requests.map(({ method, url }) => [method, url])).toEqual([
    ["GET", "/rpc/Switch.GetStatus?id=0"],
  ]);
});

test("reads another path when the device has one", async () => {
  await using bench = await openHttpBench();
  await readAll(await bench.driverWith({ path: "/rpc/Switch.GetStatus?id=1" }));
  expect(bench.requests[0]?.url).toBe("/rpc/Switch.GetStatus?id=1");
});

test.each([
  [23.5, 23.5],
  ["23.5", 23.5],
  [" 23.5 ", 23.5],
  [true, 1],
  [false, 0],
  [null, undefined],
  ["", undefined],
  ["n/a", undefined],
  ["23.5 °C", undefined],
  ["Infinity", undefined],
  [{ tC: 23.5 }, undefined],
  [[23.5], undefined],
])("reads %j as the value %s", async (shown, value) => {
  await using bench = await openHttpBench();
  bench.status.value = shown;
  const points = [{ id: "P", field: "value", unit: "none" }];
  expect((await valuesOf(await bench.driverWith({}, { points }))).P).toBe(value);
});

test("finds nested fields and items, converts them, and leaves out missing ones", async () => {
  await using bench = await openHttpBench();
  bench.status.outdoor = { sensors: [{ fahrenheit: 68 }] };
  const fields = ["outdoor.sensors.1.fahrenheit", "outdoor.wind.speed", "apower.total", "constructor.length"];
  const points = [
    { id: "T", field: "outdoor.sensors.0.fahrenheit", scale: 5 / 9, offset: -160 / 9, unit: "degC" },
    ...fields.map((field) => ({ id: field, field, unit: "none" })),
  ];
  expect(await valuesOf(await bench.driverWith({}, { points }))).toEqual({ T: 20 });
});

test("sends basic authentication, a token, or nothing", async () => {
  await using bench = await openHttpBench();
  for (const access of [{}, { user: "ibms", password: "päss:word" }, { token: "abc.def" }])
    await readAll(await bench.driverWith(access));
  expect(bench.requests.map(({ headers }) => headers.authorization)).toEqual([
    undefined,
    `Basic ${Buffer.from("ibms:päss:word").toString("base64")}`,
    "Bearer abc.def",
  ]);
});

test.each([
  [{ url: "ftp://192.168.1.20" }, "An address such as"],
  [{ url: "http://user:secret@192.168.1.20" }, "Scheme, host and port only"],
  [{ url: "http://192.168.1.20/status" }, "Scheme, host and port only"],
  [{ path: "//other.example.com/status" }, "A path such as"],
  [{ user: "ibms" }, "belong together"],
  [{ password: "secret" }, "belong together"],
  [{ user: "ibms", password: "secret", token: "abc" }, "Either a user or a token"],
  [{ token: "abc\r\nx: y" }, "A token of letters"],
])("rejects the settings %j", (odd, text) => {
  const device = { ssid: "SW-1", driver: "http", profile: "http-shelly-plus-pm", url: "http://192.168.1.20" };
  expect(http.device.safeParse(device).success).toBe(true);
  expect(http.device.safeParse({ ...device, ...odd }).error?.message).toContain(text);
});

const whole = (status: number, text: string) => (_request: IncomingMessage, response: ServerResponse) =>
  void response.writeHead(status).end(text);

test.each([
  [401, "wrong-credentials"],
  [403, "wrong-credentials"],
  [404, "error-reply"],
  [500, "error-reply"],
  [503, "error-reply"],
])("reports status %d as %s", async (status, reason) => {
  await using bench = await openHttpBench();
  bench.answerWith(whole(status, JSON.stringify(bench.status)));
  await expect(readAll(bench.driver)).rejects.toMatchObject({
    failure: "refused",
    detail: `HTTP ${status}`,
    reason,
  });
  bench.answerWith(whole(200, JSON.stringify(bench.status)));
  expect(await readAll(bench.driver)).toHaveLength(5);
});

test("does not follow a redirect", async () => {
  await using other = await openHttpBench();
  await using bench = await openHttpBench();
  bench.answerWith((_request, response) => void response.writeHead(302, { location: other.url }).end());
  const driver = await bench.driverWith({ token: "secret" });
  await expect(readAll(driver)).rejects.toMatchObject({ detail: "HTTP 302", reason: "error-reply" });
  expect(other.requests).toEqual([]);
});

test.each([
  ["text", "OK"],
  ["a login page", "<!doctype html><title>Log in</title>"],
  ["nothing", ""],
  ["cut JSON", '{"apower":61.4,"volt'],
  ["JSON with a number that is none", '{"apower":NaN}'],
  ["brackets without an end", "[".repeat(200_000)],
  ["more than 256 KiB", JSON.stringify({ apower: 61.4, more: "x".repeat(300_000) })],
])("reports %s as invalid, and counts it", async (_what, text) => {
  await using bench = await openHttpBench();
  bench.answerWith(whole(200, text));
  await expect(readAll(bench.driver)).rejects.toMatchObject({ failure: "garbled", reason: "not-understood" });
  expect(bench.counts()).toEqual({ malformed: 1 });
});

test("reports JSON without any of the fields as no values", async () => {
  await using bench = await openHttpBench();
  bench.answerWith(whole(200, '[{"apower":61.4}]'));
  expect(await readAll(bench.driver)).toEqual([]);
  await expect(bench.driver.readBack("temperature", 8, soon())).rejects.toMatchObject({ failure: "garbled" });
});

/** Sends a byte every 20 ms for as long as the client accepts it. */
function drip(_request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200);
  const timer = setInterval(() => response.write(" "), 20);
  response.on("close", () => clearInterval(timer));
}

/** Sends as fast as the client accepts it. */
function flood(_request: IncomingMessage, response: ServerResponse): void {
  const more = () => {
    while (!response.destroyed && response.write(" ".repeat(65_536)));
  };
  response.on("drain", more);
  more();
}

test.each([
  ["that does not end", flood, "not-understood", 0],
  ["that drips", drip, "no-answer", 180],
  ["that stops in its head", () => {}, "no-answer", 180],
] as const)("ends an answer %s, and closes its connection", async (_what, answer, reason, fromMs) => {
  await using bench = await openHttpBench();
  let closed = 0;
  bench.answerWith((request, response) => {
    response.on("close", () => closed++);
    answer(request, response);
  });
  const began = performance.now();
  await expect(readAll(bench.driver)).rejects.toMatchObject({ reason });
  expect(performance.now() - began).toBeGreaterThanOrEqual(fromMs);
  expect(performance.now() - began).toBeLessThan(5_000);
  await vi.waitFor(() => expect(closed).toBe(1));
});

test("reports a connection that breaks, something that is not HTTP, and a closed port", async () => {
  await using bench = await openHttpBench();
  bench.answerWith((_request, response) => void response.destroy());
  await expect(readAll(bench.driver)).rejects.toMatchObject({ reason: "connection-lost" });
  bench.answerWith((_request, response) => {
    response.writeHead(200, { "content-length": 100 }).write('{"apower":');
    setTimeout(() => response.destroy(), 20);
  });
  await expect(readAll(bench.driver)).rejects.toMatchObject({ reason: "connection-lost" });
  bench.answerWith((_request, response) => {
    response.writeHead(200).write('{"apower":');
    setTimeout(() => response.destroy(), 20);
  });
  await expect(readAll(bench.driver)).rejects.toMatchObject({ reason: "connection-lost" });

  const other = createServer((socket) => void socket.resume().end("SSH-2.0-OpenSSH_9.6\r\n"));
  await new Promise<void>((done) => other.listen(0, "127.0.0.1", done));
  const at = other.address();
  const url = `http://127.0.0.1:${at && typeof at === "object" ? at.port : 0}`;
  const driver = await bench.driverWith({ url });
  await expect(readAll(driver)).rejects.toMatchObject({ reason: "not-understood" });
  const overTls = await bench.driverWith({ url: url.replace("http", "https") });
  await expect(readAll(overTls)).rejects.toMatchObject({ reason: "not-understood" });
  await new Promise((done) => other.close(done));
  await expect(readAll(driver)).rejects.toMatchObject({ reason: "connection-refused" });
});

test("a slow device does not delay another one", async () => {
  await using slow = await openHttpBench();
  await using bench = await openHttpBench();
  slow.answerWith(drip);
  const device = { driver: "http", profile: "http-shelly-plus-pm" };
  await using opened = await open(
    { requestTimeoutMs: 3_000 },
    [slow, bench].map(({ url }: HttpBench, index) => ({
      settings: http.device.parse({ ...device, ssid: `SW-${index}`, url }),
      profile: http.profile.parse({
        protocol: "http",
        path: "/",
        points: [{ id: "P", field: "apower", unit: "watt" }],
      }),
    })),
  );
  const [first, second] = [...opened.drivers.values()];
  const late = first?.read(["P"], soon()).catch(() => "late");
  const read = second?.read(["P"], soon());
  expect(await Promise.race([late, read])).toMatchObject([{ pointId: "P", value: 61.4 }]);
  expect(await late).toBe("late");
});
