import { createServer, type Socket } from "node:net";

import { type ModbusProfile, modbusProfile } from "@verandah/field/protocols/modbus.ts";
import { startMeterServer } from "@verandah/simulator/devices/modbus/meter-server.ts";
import { expect, test } from "vitest";

import { driverContract, REQUEST_TIMEOUT_MS } from "../../testing/driver-contract.ts";
import { METER_UNIT, openMeterBench } from "../../testing/meter-bench.ts";
import { DriverError } from "../driver.ts";
import { protocols } from "../protocols.ts";
import { createModbusDriver } from "./modbus-driver.ts";
import { ModbusLine } from "./modbus-line.ts";
import { blocksOf, valueOf, wordsOf } from "./registers.ts";

driverContract("Modbus", protocols.modbus.capabilities, openMeterBench);

const soon = () => AbortSignal.timeout(10_000);
const noCounts = () => ({ malformed: 0, unasked: 0, reconnects: 0 });

function profile(points: object[], more: object = {}): ModbusProfile {
  return modbusProfile.parse({
    protocol: "modbus",
    points: points.map((point, index) => ({ id: `P${index}`, unit: "none", ...point })),
    ...more,
  });
}

test.each([
  ["uint16", 65_535],
  ["int16", -32_768],
  ["uint32", 4_294_967_295],
  ["int32", -2_147_483_648],
  ["float32", -12.5],
  ["uint64", 123_456_789_012_345],
  ["float64", 123_456_789.0123],
] as const)("a %s stores %d in either word order", (type, value) => {
  for (const wordOrder of ["high-first", "low-first"] as const)
    expect(valueOf({ type, wordOrder, scale: 1 }, wordsOf({ type, wordOrder, scale: 1 }, value) ?? [])).toBe(
      value,
    );
});

test("refuses a value that does not fit, and leaves out a value that is not a number", () => {
  const at = { wordOrder: "high-first", scale: 1 } as const;
  expect(wordsOf({ ...at, type: "uint16" }, 65_536)).toBeUndefined();
  expect(wordsOf({ ...at, type: "int16" }, -32_769)).toBeUndefined();
  expect(valueOf({ ...at, type: "float32" }, [0x7fc0, 0])).toBeUndefined();
  expect(valueOf({ type: "uint16", wordOrder: "high-first", scale: 0.01 }, [4_998])).toBe(49.98);
});

test("points close together share a request, points far apart or in another table do not", () => {
  const points = profile([
    { register: 0, type: "float32" },
    { register: 2, type: "uint16" },
    { register: 11, type: "uint16" },
    { register: 40, type: "uint16" },
    { register: 3, type: "uint16", table: "input" },
  ]).points;
  const blocks = blocksOf(points, { registersPerRead: 120, registerGap: 8 });
  expect(blocks.map(({ table, register, count }) => [table, register, count])).toEqual([
    ["holding", 0, 12],
    ["holding", 40, 1],
    ["input", 3, 1],
  ]);
  expect(blocksOf(points, { registersPerRead: 4, registerGap: 0 })).toHaveLength(4);
});

test("reads a float64 with the lowest word first, a scaled register, and both tables", async () => {
  await using bench = await openMeterBench();
  const read = async (ids: string[]) => (await bench.driver.read(ids, soon())).map(({ value }) => value);
  expect(await read(["energyTotal", "Frequency", "powerFactorTotal"])).toEqual([1_234_567.875, 49.98, -0.93]);
  const input = createModbusDriver({
    line: bench.line,
    unitId: METER_UNIT,
    profile: profile([
      { register: 138, type: "float32", table: "input" },
      { register: 210, type: "uint32", table: "input", scale: 0.1 },
    ]),
  });
  expect((await input.read(["P0", "P1"], soon())).map(({ value }) => value)).toEqual([41.5, 1_234_567.9]);
});

test("writes one register with function 6 and two with function 16", async () => {
  const functions: (number | undefined)[] = [];
  const points = profile([
    { register: 0, type: "uint16", write: [0, 10] },
    { register: 2, type: "float32", write: [0, 10] },
  ]);
  await using odd = await startOddServer((request, socket) => {
    functions.push(request[7]);
    // Both are answered with the first twelve bytes of the request except the length.
    socket.write(Buffer.from([...request.subarray(0, 4), 0, 6, ...request.subarray(6, 12)]));
  }, points);
  await odd.driver.write("P0", 5, 8, soon());
  await odd.driver.write("P1", 5, 8, soon());
  expect(functions).toEqual([6, 16]);
  await using bench = await openMeterBench();
  await bench.driver.write("demandInterval", 20, 8, soon());
  await bench.driver.write("transformerRatio", 60.5, 8, soon());
  expect(
    (await bench.driver.read(["demandInterval", "transformerRatio"], soon())).map(({ value }) => value),
  ).toEqual([20, 60.5]);
});

test("refuses a release, because Modbus has no priorities, and writes nothing", async () => {
  const asked: Buffer[] = [];
  const points = profile([{ register: 0, type: "uint16", write: [0, 10] }]);
  await using odd = await startOddServer((request) => void asked.push(request), points);
  await expect(odd.driver.write("P0", null, 8, soon())).rejects.toMatchObject({ failure: "refused" });
  expect(asked).toEqual([]);
});

test("a missing register affects only its own point", async () => {
  await using bench = await openMeterBench();
  const driver = createModbusDriver({
    line: bench.line,
    unitId: METER_UNIT,
    profile: profile([
      { register: 138, type: "float32" },
      { register: 145, type: "float32" },
    ]),
  });
  expect((await driver.read(["P0", "P1"], soon())).map(({ pointId }) => pointId)).toEqual(["P0"]);
});

test("requests of two units share one connection, and a silent unit does not block the other", async () => {
  await using bench = await openMeterBench();
  const all = await Promise.all(
    Array.from({ length: 20 }, (_one, index) =>
      (index % 2 ? bench.driver : bench.neighbour).read(["presentDemand"], soon()),
    ),
  );
  expect(all.map(([reading]) => reading?.value)).toEqual(all.map((_one, index) => (index % 2 ? 41.5 : 7)));
  bench.unplug();
  await expect(bench.driver.read(["presentDemand"], soon())).rejects.toThrow("unreachable");
  expect((await bench.neighbour.read(["presentDemand"], soon()))[0]?.value).toBe(7);
});

test("a unit that its server cannot reach is unreachable", async () => {
  await using bench = await openMeterBench();
  const absent = createModbusDriver({
    line: bench.line,
    unitId: 9,
    profile: profile([{ register: 138, type: "float32" }]),
  });
  const error = await absent.read(["P0"], soon()).catch((reason: unknown) => reason);
  expect(error instanceof DriverError && error.failure).toBe("unreachable");
});

test("reconnects to a server that was offline", async () => {
  const unit = { unitId: 1, measure: () => ({ presentDemand: 5 }) };
  const first = await startMeterServer({ host: "127.0.0.1", preferredPort: 0, units: [unit] });
  const counts = noCounts();
  await using line = new ModbusLine({ address: first.address, requestTimeoutMs: REQUEST_TIMEOUT_MS, counts });
  const driver = createModbusDriver({
    line,
    unitId: 1,
    profile: profile([{ register: 138, type: "float32" }]),
  });
  expect(await driver.read(["P0"], soon())).toHaveLength(1);
  await first[Symbol.asyncDispose]();
  await expect(driver.read(["P0"], soon())).rejects.toThrow("unreachable");
  await using second = await startMeterServer({
    host: "127.0.0.1",
    preferredPort: first.port,
    units: [unit],
  });
  expect(second.port).toBe(first.port);
  expect(await driver.read(["P0"], soon())).toHaveLength(1);
  expect(counts.reconnects).toBe(1);
});

/** A server that answers every request with the result of `answer`. */
async function startOddServer(
  answer: (request: Buffer, socket: Socket) => void,
  points = profile([{ register: 0, type: "uint16" }]),
) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("data", (request) => answer(request, socket));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const at = server.address();
  const port = at && typeof at === "object" ? at.port : 0;
  const counts = noCounts();
  const line = new ModbusLine({ address: `127.0.0.1:${port}`, requestTimeoutMs: REQUEST_TIMEOUT_MS, counts });
  return {
    counts,
    driver: createModbusDriver({ line, unitId: 1, profile: points }),
    async [Symbol.asyncDispose]() {
      await line[Symbol.asyncDispose]();
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}

const answerOf = (request: Buffer, value: number) =>
  Buffer.from([...request.subarray(0, 4), 0, 5, request[6] ?? 0, 3, 2, value >> 8, value & 0xff]);

test("joins an answer that arrives in parts, and drops an incomplete one", async () => {
  let isBroken = false;
  await using odd = await startOddServer((request, socket) => {
    const answer = answerOf(request, 7);
    socket.write(answer.subarray(0, 8));
    if (!isBroken) setTimeout(() => socket.write(answer.subarray(8)), 20);
  });
  expect((await odd.driver.read(["P0"], soon()))[0]?.value).toBe(7);
  isBroken = true;
  await expect(odd.driver.read(["P0"], soon())).rejects.toThrow("unreachable");
  isBroken = false;
  expect((await odd.driver.read(["P0"], soon()))[0]?.value).toBe(7);
});

test("an answer with fewer registers than requested is garbled", async () => {
  const points = profile([
    { register: 0, type: "uint16" },
    { register: 1, type: "uint16" },
  ]);
  await using odd = await startOddServer((request, socket) => socket.write(answerOf(request, 7)), points);
  await expect(odd.driver.read(["P0", "P1"], soon())).rejects.toMatchObject({ failure: "garbled" });
});

test("ignores late answers, answers of other units and invalid answers", async () => {
  await using odd = await startOddServer((request, socket) => {
    const stale = answerOf(request, 1);
    stale.writeUInt16BE((request.readUInt16BE(0) + 200) & 0xffff, 0);
    const foreign = answerOf(request, 2);
    foreign[6] = 9;
    socket.write(Buffer.concat([stale, foreign, answerOf(request, 3)]));
  });
  expect((await odd.driver.read(["P0"], soon()))[0]?.value).toBe(3);
  expect(odd.counts).toMatchObject({ unasked: 2, malformed: 0 });
  await using garbage = await startOddServer((_request, socket) => {
    socket.write("HTTP/1.1 400 Bad Request\r\n\r\n");
  });
  await expect(garbage.driver.read(["P0"], soon())).rejects.toThrow("unreachable");
  expect(garbage.counts.malformed).toBeGreaterThan(0);
});

test("closes the connection after an answer with another protocol id than Modbus, even if the rest is valid", async () => {
  await using odd = await startOddServer((request, socket) => {
    const answer = answerOf(request, 7);
    answer.writeUInt16BE(1, 2);
    socket.write(answer);
  });
  await expect(odd.driver.read(["P0"], soon())).rejects.toMatchObject({ failure: "unreachable" });
  expect(odd.counts.malformed).toBeGreaterThan(0);
});

test("a silent server fails after the request's own timeout, long before the caller's", async () => {
  await using odd = await startOddServer(() => undefined);
  const askedAtMs = performance.now();
  await expect(odd.driver.read(["P0"], soon())).rejects.toMatchObject({ failure: "unreachable" });
  expect(performance.now() - askedAtMs).toBeLessThan(5_000);
});
