import type { Socket } from "node:net";

import { expect, test, vi } from "vitest";

import { REQUEST_TIMEOUT_MS } from "../../testing/driver-contract.ts";
import { NUT_UPS, openNutBench } from "../../testing/nut-bench.ts";
import { startUpsdStandIn, type UpsdOptions } from "../../testing/upsd-stand-in.ts";
import { NutLine } from "./nut-line.ts";

const soon = () => AbortSignal.timeout(10_000);
const variable = (value: string | number, name = "ups.load") => `VAR ${NUT_UPS} ${name} "${value}"\n`;

/** A line to an upsd that sends the answers of the test. */
async function openLine(instead: NonNullable<UpsdOptions["instead"]>) {
  const upsd = await startUpsdStandIn({ ups: NUT_UPS, variables: () => ({}), instead });
  const counts = { malformed: 0, reconnects: 0 };
  const line = new NutLine({ address: upsd.address, requestTimeoutMs: REQUEST_TIMEOUT_MS, counts });
  return {
    line,
    upsd,
    counts,
    load: () => line.getVariable(NUT_UPS, "ups.load", soon()),
    async [Symbol.asyncDispose]() {
      await line[Symbol.asyncDispose]();
      await upsd[Symbol.asyncDispose]();
    },
  };
}

/** Answers the first, the second, … command after the given delays, ms. */
function answering(...answers: readonly (readonly [afterMs: number, text: string])[][]) {
  let asked = 0;
  return (_command: string, socket: Socket) => {
    for (const [afterMs, text] of answers[asked++] ?? []) setTimeout(() => socket.write(text), afterMs);
    return "";
  };
}

test("decodes quotation marks and backslashes in a value", async () => {
  await using bench = await openNutBench();
  await using line = new NutLine({
    address: bench.upsd.address,
    requestTimeoutMs: REQUEST_TIMEOUT_MS,
    counts: bench.counts,
  });
  bench.variables["ups.id"] = String.raw`rack\2 "left"`;
  const variables = await line.listVariables(NUT_UPS, soon());
  expect(variables.get("ups.model")).toBe('Simulated "60" kVA');
  expect(await line.getVariable(NUT_UPS, "ups.id", soon())).toBe(String.raw`rack\2 "left"`);
});

test("joins an answer that arrives in parts, with any line ends", async () => {
  await using field = await openLine(
    answering([
      [0, `BEGIN LIST VAR ${NUT_UPS}\r\nVAR ${NUT_UPS} ups.lo`],
      [15, `ad "36"\r\nEND LIST `],
      [30, `VAR ${NUT_UPS}\r\n`],
    ]),
  );
  expect(await field.line.listVariables(NUT_UPS, soon())).toEqual(new Map([["ups.load", "36"]]));
});

test("reports the answer to another variable as garbled", async () => {
  await using field = await openLine(() => variable(36, "battery.charge"));
  await expect(field.load()).rejects.toMatchObject({ failure: "garbled" });
});

test.each([
  ["DRIVER-NOT-CONNECTED", "unreachable"],
  ["DATA-STALE", "unreachable"],
  ["VAR-NOT-SUPPORTED", "refused"],
])("ERR %s makes the UPS %s, and the connection stays open", async (code, failure) => {
  let isWell = false;
  await using field = await openLine(() => (isWell ? variable(36) : `ERR ${code}\n`));
  await expect(field.load()).rejects.toMatchObject({ failure, detail: code });
  isWell = true;
  expect(await field.load()).toBe("36");
  expect(field.counts).toEqual({ malformed: 0, reconnects: 0 });
});

test("concurrent requests run one after the other on one connection, and each gets its own answer", async () => {
  const connections = new Set<Socket>();
  await using field = await openLine((command, socket) => {
    connections.add(socket);
    const name = command.split(" ").at(-1) ?? "";
    setTimeout(() => socket.write(variable(`of ${name}`, name)), 20);
    return "";
  });
  const names = ["ups.load", "battery.charge", "ups.status"];
  expect(await Promise.all(names.map((name) => field.line.getVariable(NUT_UPS, name, soon())))).toEqual(
    names.map((name) => `of ${name}`),
  );
  expect(connections.size).toBe(1);
});

test("a silent upsd fails after the request's own timeout, long before the caller's", async () => {
  await using field = await openLine(() => "");
  const began = performance.now();
  await expect(field.load()).rejects.toMatchObject({ failure: "unreachable" });
  expect(performance.now() - began).toBeLessThan(5_000);
});

test("does not use a late answer as the answer to the next request", async () => {
  await using field = await openLine(
    answering([[REQUEST_TIMEOUT_MS + 40, variable(99)]], [[110, variable(36)]]),
  );
  await expect(field.load()).rejects.toMatchObject({ failure: "unreachable" });
  expect(await field.load()).toBe("36");
});

test("ignores everything after an invalid line on that connection", async () => {
  await using field = await openLine(
    answering(
      [
        [0, "hello\n"],
        [30, variable(99)],
      ],
      [[60, variable(36)]],
    ),
  );
  await expect(field.load()).rejects.toMatchObject({ failure: "garbled" });
  expect(await field.load()).toBe("36");
});

test("repeats a request on a connection that was open before, and not on a new one", async () => {
  const asked: string[] = [];
  let isHangingUp = false;
  await using field = await openLine((command, socket) => {
    asked.push(command);
    if (!isHangingUp) return variable(36);
    socket.destroy();
    return "";
  });
  await field.load();
  isHangingUp = true;
  await expect(field.load()).rejects.toMatchObject({ failure: "unreachable", detail: "connection" });
  expect(asked).toHaveLength(3);
  await expect(field.load()).rejects.toMatchObject({ failure: "unreachable" });
  expect(asked).toHaveLength(4);
});

test("a connection reset between requests has no other effect", async () => {
  let last: Socket | undefined;
  await using field = await openLine((_command, socket) => {
    last = socket;
    return variable(36);
  });
  await field.load();
  last?.resetAndDestroy();
  await new Promise((done) => setTimeout(done, 30));
  expect(await field.load()).toBe("36");
});

test("without upsd the UPS is unreachable", async () => {
  await using field = await openLine(() => variable(36));
  await field.upsd[Symbol.asyncDispose]();
  await expect(field.load()).rejects.toMatchObject({
    failure: "unreachable",
    detail: `no connection to ${field.upsd.address}`,
  });
});

test("closes a connection that is no longer needed", async () => {
  const isClosed = vi.fn<() => void>();
  await using field = await openLine((_command, socket) => {
    socket.once("close", isClosed);
    return variable(36);
  });
  await field.load();
  await field.line[Symbol.asyncDispose]();
  await vi.waitFor(() => expect(isClosed).toHaveBeenCalled());
});
