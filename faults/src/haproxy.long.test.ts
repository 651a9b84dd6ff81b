import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer as createHttpServer, type IncomingMessage, request as requestHttp } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { connect, createServer, type Server, type Socket } from "node:net";
import os from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { connect as connectTls, createServer as createTlsServer } from "node:tls";

import { certificate } from "@verandah/field/testing/certificate.ts";
import { expect, test } from "vitest";

import { findPorts, waitFor } from "./rig/rig.ts";

const HOST = "127.0.0.1";
const deploy = path.resolve(import.meta.dirname, "../../deploy");
/** Source: PROXY protocol, version 2, §2.2. */
const PROXY_SIGNATURE = "0d0a0d0a000d0a515549540a";
/** A header without extensions. */
const PROXY_HEADER_BYTES = 28;
/** A HAProxy before several cells, which names its clients. */
const OUTER_PROXY = "127.0.0.9";
const DEVICE = "127.0.0.5";
/** HAProxy leaves a process out after the second answer. */
const ANSWERS_MIN = 3;

/** HAProxy with a settings file of `deploy`, in which the texts of `changes` are replaced. */
async function startHaproxy(
  file: string,
  changes: Readonly<Record<string, string>>,
  port: number,
): Promise<AsyncDisposable> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "verandah-haproxy-"));
  writeFileSync(path.join(folder, "verandah.pem"), `${certificate.cert}\n${certificate.key}`);
  writeFileSync(path.join(folder, "authority.pem"), certificate.cert);
  let settings = readFileSync(path.join(deploy, file), "utf8")
    .replaceAll("/etc/haproxy/certs", folder)
    .replaceAll("/etc/ssl/certs/ca-certificates.crt", path.join(folder, "authority.pem"))
    .replaceAll("/etc/haproxy/cells.map", path.join(deploy, "cells.map"));
  for (const [from, to] of Object.entries(changes)) {
    if (!settings.includes(from)) throw new Error(`${file} does not contain ${from}`);
    settings = settings.replaceAll(from, to);
  }
  writeFileSync(path.join(folder, file), settings);
  const args = ["-db", "-n", "100", "-f", path.join(folder, file)];
  const child: ChildProcess = spawn("haproxy", args, { stdio: "ignore" });
  const ended = once(child, "exit");
  await waitFor("HAProxy accepts connections", async () => {
    const socket = connect(port, HOST);
    // An error rejects.
    await once(socket, "connect");
    socket.destroy();
    return true;
  });
  return {
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}

async function listen(server: Server, port: number, host: string, opening: AsyncDisposableStack) {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => void sockets.delete(socket)).on("error", () => socket.destroy());
  });
  await once(server.listen(port, host), "listening");
  opening.defer(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise<void>((resolve) => void server.close(() => resolve()));
  });
}

/** A process with `ingest` that answers a client with its number, and what its readiness answers. */
interface StandIn {
  reasons: string[];
  answers: number;
  /** The first bytes of each client. */
  received: string[];
}

/** Two such processes behind HAProxy. */
async function startIngests(opening: AsyncDisposableStack) {
  const [mqtt = 0, metrics = 0, broker = 0, http = 0, https = 0, postgres = 0] = await findPorts(6);
  const standIns: StandIn[] = [];
  for (const at of [1, 2]) {
    const standIn: StandIn = { reasons: [], answers: 0, received: [] };
    const host = `127.0.0.1${at}`;
    const answer = createHttpServer((_request, reply) => {
      standIn.answers += 1;
      const reasons = standIn.reasons.map((code) => ({ code, message: "" }));
      const status = reasons.length === 0 ? "ready" : "not-ready";
      reply.writeHead(reasons.length === 0 ? 200 : 503).end(JSON.stringify({ status, roles: [], reasons }));
    });
    const accept = createServer((socket) => {
      socket.once("data", (data: Buffer) => standIn.received.push(data.toString("hex")));
      socket.write(String(at));
    });
    await listen(answer, metrics, host, opening);
    await listen(accept, broker, host, opening);
    standIns.push(standIn);
  }
  const changes = {
    "10.0.0.": "127.0.0.",
    "bind :8883": `bind ${HOST}:${mqtt}`,
    "bind :80": `bind ${HOST}:${http}`,
    "bind :443": `bind ${HOST}:${https}`,
    "127.0.0.1:5000": `${HOST}:${postgres}`,
    ":8884": `:${broker}`,
    "port 9464": `port ${metrics}`,
    "src 10.0.9.11 10.0.9.12": `src ${OUTER_PROXY}`,
  };
  opening.use(await startHaproxy("haproxy.cfg", changes, mqtt));
  const [first, second] = standIns;
  if (!first || !second) throw new Error("There are two processes");
  return { mqtt, first, second };
}

/** A device that is connected. */
async function connectDevice(port: number) {
  const socket = connect(port, HOST);
  socket.on("error", () => socket.destroy());
  let isOpen = true;
  const number = await new Promise<string | undefined>((resolve) => {
    socket.once("data", (data: Buffer) => resolve(data.toString()));
    socket.on("close", () => {
      isOpen = false;
      resolve(undefined);
    });
  });
  return {
    /** Its number; undefined when the connection was closed without an answer. */
    process: number,
    get isOpen() {
      return isOpen;
    },
    close: () => void socket.destroy(),
  };
}

type Device = Awaited<ReturnType<typeof connectDevice>>;

const processOf = async (port: number) => {
  const device = await connectDevice(port);
  device.close();
  return device.process;
};

test.each(["bus-down", "database-down", "database-read-only"])(
  "devices stay connected when the readiness of all processes is %s",
  async (reason) => {
    await using opening = new AsyncDisposableStack();
    const { mqtt, first, second } = await startIngests(opening);
    const devices: Device[] = [];
    await waitFor("devices are connected to both", async () => {
      devices.push(await connectDevice(mqtt));
      return ["1", "2"].every((one) => devices.some((device) => device.process === one));
    });
    for (const one of [first, second]) Object.assign(one, { reasons: [reason], answers: 0 });
    await waitFor("HAProxy has asked both", () =>
      [first, second].every(({ answers }) => answers >= ANSWERS_MIN),
    );
    expect(devices.filter(({ isOpen }) => !isOpen)).toEqual([]);
    for (const device of devices) device.close();
  },
);

test("a process that cannot work is left out, and devices connect to any while none can", async () => {
  await using opening = new AsyncDisposableStack();
  const { mqtt, first, second } = await startIngests(opening);
  first.reasons = ["readings-waiting"];
  await waitFor("only the second is used", async () => {
    const processes = [await processOf(mqtt), await processOf(mqtt), await processOf(mqtt)];
    return processes.every((one) => one === "2");
  });
  const device = await connectDevice(mqtt);
  second.reasons = ["readings-waiting"];
  await waitFor("the connection has ended", () => !device.isOpen);
  const processes = new Set<string | undefined>();
  await waitFor("devices connect to both", async () => {
    processes.add(await processOf(mqtt));
    return processes.has("1") && processes.has("2");
  });
  expect(device.isOpen).toBe(false);
});

test("a process receives the address of a device before its first message", async () => {
  await using opening = new AsyncDisposableStack();
  const { mqtt, first, second } = await startIngests(opening);
  expect(await processOf(mqtt)).toBeDefined();
  await waitFor("the header has arrived", () => first.received.length + second.received.length > 0);
  const [received = ""] = [...first.received, ...second.received];
  expect(received.slice(0, 48)).toBe(`${PROXY_SIGNATURE}2111000c7f0000017f000001`);
});

test.each([
  ["a HAProxy before the cells names its clients", OUTER_PROXY, "0a010203"],
  ["another client cannot", "127.0.0.7", "7f000007"],
])("%s", async (_name, localAddress, address) => {
  await using opening = new AsyncDisposableStack();
  const { mqtt, first, second } = await startIngests(opening);
  const socket = connect({ port: mqtt, host: HOST, localAddress });
  socket.on("error", () => socket.destroy());
  opening.defer(() => void socket.destroy());
  socket.write(Buffer.from(`${PROXY_SIGNATURE}2111000c0a0102030a00090bc00022b3`, "hex"));
  socket.write("CONNECT");
  const clients = () => [...first.received, ...second.received].map((received) => received.slice(32, 40));
  await waitFor("a header with the address has arrived", () => clients().includes(address));
  expect(clients().filter((client) => client !== address && client !== "7f000001")).toEqual([]);
});

/** A cell that answers with its name. @returns the headers in which its proxy names clients of MQTT */
async function startCell(name: string, ports: { web: number; mqtt: number }, opening: AsyncDisposableStack) {
  const web = createHttpsServer(certificate, (_request, reply) => void reply.end(name));
  const secure = createTlsServer(certificate, (socket) => {
    socket.on("error", () => socket.destroy());
    socket.end(name);
  });
  const headers: string[] = [];
  const mqtt = createServer((socket) =>
    socket.once("readable", () => {
      const header: unknown = socket.read(PROXY_HEADER_BYTES);
      // A health check ends without a client.
      if (!(header instanceof Buffer)) return void socket.destroy();
      headers.push(header.toString("hex"));
      return void secure.emit("connection", socket);
    }),
  );
  await listen(web, ports.web, HOST, opening);
  await listen(mqtt, ports.mqtt, HOST, opening);
  return headers;
}

test("the map gives browsers and devices the cell of the name that they use, and no cell for another name", async () => {
  await using opening = new AsyncDisposableStack();
  const ports = await findPorts(7);
  const [http = 0, https = 0, mqtt = 0, web1 = 0, mqtt1 = 0, web2 = 0, mqtt2 = 0] = ports;
  const headers = await startCell("cell1", { web: web1, mqtt: mqtt1 }, opening);
  await startCell("cell2", { web: web2, mqtt: mqtt2 }, opening);
  const changes: Record<string, string> = {
    "bind :8883": `bind ${HOST}:${mqtt}`,
    "bind :80": `bind ${HOST}:${http}`,
    "bind :443": `bind ${HOST}:${https}`,
  };
  for (const [cell, web, broker] of [
    [1, web1, mqtt1],
    [2, web2, mqtt2],
  ] as const)
    for (const host of [11, 12]) {
      changes[`10.0.${cell}.${host}:443`] = `${HOST}:${web}`;
      changes[`10.0.${cell}.${host}:8883`] = `${HOST}:${broker}`;
    }
  opening.use(await startHaproxy("haproxy-cells.cfg", changes, mqtt));

  const options = { host: HOST, ca: certificate.cert, checkServerIdentity: () => undefined };
  async function askWeb(name: string): Promise<string> {
    const socket = connectTls({ ...options, port: https, servername: name });
    await once(socket, "secureConnect");
    const call = requestHttp({ createConnection: () => socket, headers: { host: name }, path: "/" });
    const answered = new Promise<IncomingMessage>((resolve) => void call.once("response", resolve));
    call.end();
    const answer = await answered;
    const body = await text(answer);
    socket.destroy();
    return `${answer.statusCode} ${body}`;
  }
  /** @returns nothing when the connection is refused */
  function askMqtt(name: string): Promise<string> {
    const plain = connect({ port: mqtt, host: HOST, localAddress: DEVICE });
    plain.on("error", () => plain.destroy());
    const socket = connectTls({ ...options, socket: plain, servername: name });
    let answer = "";
    socket.on("data", (data: Buffer) => (answer += data.toString())).on("error", () => socket.destroy());
    return new Promise((resolve) => void socket.once("close", () => resolve(answer)));
  }
  for (const [name, cell] of [
    ["bengaluru.verandah.example", "cell1"],
    ["Boston.Verandah.example", "cell1"],
    ["pumps-nashik.verandah.example", "cell2"],
  ] as const) {
    expect([name, await askWeb(name), await askMqtt(name)]).toEqual([name, `200 ${cell}`, cell]);
  }
  expect([await askWeb("elsewhere.verandah.example"), await askMqtt("elsewhere.verandah.example")]).toEqual([
    expect.stringMatching(/^404/),
    "",
  ]);
  expect(headers.map((header) => header.slice(0, 40))).toEqual(
    Array.from({ length: 2 }, () => `${PROXY_SIGNATURE}2111000c7f000005`),
  );
});
