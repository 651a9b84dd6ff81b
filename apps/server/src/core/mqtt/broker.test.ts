import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";

import { FRAME_MAX_BYTES } from "@verandah/field/payloads.ts";
import { topicOf } from "@verandah/field/topics.ts";
import mqtt from "mqtt";
import { afterEach, expect, test, vi } from "vitest";

import { type BrokerParts, openBroker } from "./broker.ts";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

interface Session {
  edge: string;
}

/** A broker without the rest of the server, with two edges. The password of each edge is its id. */
async function startBroker(parts: Partial<BrokerParts<Session>> = {}) {
  const handled: { edge: string; kind: string; bytes: number }[] = [];
  const broker = await openBroker<Session>([{ host: "127.0.0.1", port: 0, mayUseNextPort: false }], {
    login: async (edge, given) =>
      ["E-1", "E-2"].includes(edge) && given === sha256(edge) ? { edge } : undefined,
    countWrongPassword: async () => ({ ofName: 1, ofAddress: 1 }),
    onMessage: async ({ edge }, kind, payload) => void handled.push({ edge, kind, bytes: payload.length }),
    joining: { isCode: async () => false, claim: async () => undefined },
    onFailure: () => undefined,
    canAccept: () => true,
    log: { warn: () => undefined },
    ...parts,
  });
  const port = broker.ports[0] ?? 0;
  const clients: mqtt.MqttClient[] = [];
  return {
    broker,
    port,
    handled,
    async edge(id: string, options: Partial<mqtt.IClientOptions> = {}) {
      const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${port}`, {
        clientId: id,
        username: id,
        password: id,
        protocolVersion: 4,
        reconnectPeriod: 0,
        ...options,
      });
      client.on("error", () => undefined);
      clients.push(client);
      return client;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(clients.map((client) => client.endAsync(true)));
      await broker[Symbol.asyncDispose]();
    },
  };
}

async function rawSocket(port: number): Promise<{ socket: Socket; closed: Promise<void> }> {
  const socket = connect(port, "127.0.0.1");
  const closed = new Promise<void>((resolve) => void socket.once("close", () => resolve()));
  socket.on("error", () => undefined);
  socket.resume();
  await new Promise<void>((resolve) => void socket.once("connect", () => resolve()));
  return { socket, closed };
}

/** Runs the event loop until data on loopback has arrived. */
const arrive = async (loopCount = 20) => {
  for (let at = 0; at < loopCount; at += 1) await new Promise((done) => setImmediate(done));
};

afterEach(() => void vi.useRealTimers());

test("closes a connection without data after five seconds, and not earlier", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  await using field = await startBroker();
  const { socket, closed } = await rawSocket(field.port);
  await arrive();
  await vi.advanceTimersByTimeAsync(4_999);
  await arrive();
  expect(socket.readyState).toBe("open");
  await vi.advanceTimersByTimeAsync(1);
  await closed;
});

test("disconnects an edge that does not read its commands after five seconds", async () => {
  await using field = await startBroker();
  const edge = await field.edge("E-1");
  await edge.subscribeAsync(topicOf("E-1", "commands"), { qos: 1 });
  edge.stream.pause();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const command = "x".repeat(8_000_000);
  for (let at = 0; at < 3; at += 1) field.broker.publish("E-1", "commands", command);
  await arrive(200);
  expect(field.broker.connections).toBe(1);
  await vi.advanceTimersByTimeAsync(5_000);
  await vi.waitFor(() => expect(field.broker.connections).toBe(0));
});

test("accepts a packet of 256 kB and closes the connection for one byte more", async () => {
  await using field = await startBroker();
  const edge = await field.edge("E-1");
  const topic = topicOf("E-1", "readings");
  // After the length field: two bytes of topic length, the topic, and two bytes of packet identifier.
  const payloadBytes = FRAME_MAX_BYTES - topic.length - 4;
  await edge.publishAsync(topic, Buffer.alloc(payloadBytes), { qos: 1 });
  expect(field.handled).toEqual([{ edge: "E-1", kind: "readings", bytes: payloadBytes }]);
  const closed = new Promise((resolve) => void edge.once("close", () => resolve(undefined)));
  edge.publish(topic, Buffer.alloc(payloadBytes + 1), { qos: 1 });
  await closed;
  expect(field.handled).toHaveLength(1);
  expect(field.broker.counts.oversizedFrames).toBe(1);
});

test("closes the connection when a length has more than four bytes", async () => {
  await using field = await startBroker();
  const { socket, closed } = await rawSocket(field.port);
  socket.write(Buffer.from([0x10, 0x80, 0x80, 0x80, 0x80]));
  await closed;
  expect(field.broker.counts.oversizedFrames).toBe(1);
});

test("rejects commands that an edge publishes, even to itself", async () => {
  await using field = await startBroker();
  for (const topic of [topicOf("E-1", "commands"), topicOf("E-2", "readings"), "somewhere/else"]) {
    const edge = await field.edge("E-1");
    const closed = new Promise((resolve) => void edge.once("close", () => resolve(undefined)));
    edge.publish(topic, "{}", { qos: 1 });
    await closed;
  }
  expect(field.handled).toEqual([]);
  expect(field.broker.counts.refusedTopics).toBe(3);
});

test("rejects a login with 'server unavailable' while edges cannot be read", async () => {
  await using field = await startBroker({
    login: () => Promise.reject(new Error("The database is down")),
  });
  await expect(field.edge("E-1")).rejects.toMatchObject({ code: 3 });
  expect(field.broker.connections).toBe(0);
});

test("rejects a wrong, foreign or missing name and a wrong or missing password with the same code, and counts them", async () => {
  await using field = await startBroker();
  const logins = [
    { clientId: "E-9", username: "E-9" },
    { password: "E-2" },
    { clientId: "E-2" },
    { username: "" },
    { password: "" },
  ];
  for (const login of logins) await expect(field.edge("E-1", login)).rejects.toMatchObject({ code: 5 });
  expect(field.broker.counts.refusedLogins).toBe(logins.length);
});

test("checks no further password of an edge after ten wrong ones in a minute, and accepts other edges", async () => {
  const login = vi.fn<BrokerParts<Session>["login"]>(async (edge, given) =>
    given === sha256(edge) ? { edge } : undefined,
  );
  await using field = await startBroker({ login });
  const guesses = Array.from({ length: 50 }, () => field.edge("E-1", { password: "guess" }));
  const codes = (await Promise.allSettled(guesses)).map((guess) =>
    guess.status === "rejected" ? guess.reason.code : undefined,
  );
  expect([codes.filter((code) => code === 5).length, codes.filter((code) => code === 3).length]).toEqual([
    10, 40,
  ]);
  expect(login).toHaveBeenCalledTimes(10);
  await expect(field.edge("E-1")).rejects.toMatchObject({ code: 3 });
  await field.edge("E-2");
});

const full = new Error("Too many messages are pending");

test.each([
  ["asynchronously", () => Promise.reject(full)],
  [
    "synchronously",
    () => {
      throw full;
    },
  ],
])(
  "reports a message whose storing fails %s, does not acknowledge it and disconnects its edge",
  async (_, onMessage) => {
    const onFailure = vi.fn<BrokerParts<Session>["onFailure"]>();
    await using field = await startBroker({ onMessage, onFailure });
    const edge = await field.edge("E-1");
    const acknowledged = vi.fn<() => void>();
    edge.on("packetreceive", (packet) => packet.cmd === "puback" && acknowledged());
    const closed = new Promise((resolve) => void edge.once("close", () => resolve(undefined)));
    edge.publish(topicOf("E-1", "readings"), "{}", { qos: 1 });
    await closed;
    expect(acknowledged).not.toHaveBeenCalled();
    expect(onFailure.mock.calls).toEqual([["E-1", "readings", full]]);
    expect(field.broker.counts.brokenClients).toBe(1);
  },
);

test("a reconnected edge receives its commands after its old connection has closed", async () => {
  await using field = await startBroker();
  const old = await field.edge("E-1");
  const gone = new Promise((resolve) => void old.once("close", () => resolve(undefined)));
  const edge = await field.edge("E-1");
  await gone;
  await arrive();
  const received: (string | number)[] = [];
  edge.on("message", (_topic, payload, { qos }) => received.push(payload.toString(), qos));
  await edge.subscribeAsync(topicOf("E-1", "commands"), { qos: 1 });
  expect(field.broker.publish("E-1", "commands", { id: 1 })).toBe(true);
  await vi.waitFor(() => expect(received).toEqual(['{"id":1}', 1]));
  expect(field.broker.publish("E-2", "commands", { id: 1 })).toBe(false);
});

test.each([
  [true, 5],
  [false, 4],
])("with canAccept %s, handles %d of five packets before it stores the first", async (canAccept, handled) => {
  const storing = Promise.withResolvers<void>();
  let begun = 0;
  await using field = await startBroker({
    canAccept: () => canAccept,
    async onMessage() {
      begun += 1;
      await storing.promise;
    },
  });
  const edge = await field.edge("E-1");
  const publish = () => edge.publishAsync(topicOf("E-1", "readings"), "{}", { qos: 1 });
  edge.stream.cork();
  const published = Array.from({ length: 4 }, publish);
  edge.stream.uncork();
  await vi.waitFor(() => expect(begun).toBe(4), { interval: 2 });
  published.push(publish());
  // When another edge has connected, the broker has had the time to read the fifth packet.
  await field.edge("E-2");
  await new Promise((done) => setTimeout(done, 100));
  await vi.waitFor(() => expect(begun).toBe(handled));
  storing.resolve();
  await Promise.all(published);
  expect(begun).toBe(5);
});

/** State and timer of the broker's sockets. Source: proc_net_tcp (01: established; timer 02: keep-alive). */
function socketTimers(port: number): string[] {
  const rows = readFileSync("/proc/net/tcp", "utf8").split("\n").slice(1);
  const hexPort = port.toString(16).toUpperCase().padStart(4, "0");
  return rows.flatMap((row) => {
    const [, local, , state, , timer] = row.trim().split(/\s+/);
    return local?.endsWith(`:${hexPort}`) && state === "01" ? [timer?.slice(0, 2) ?? ""] : [];
  });
}

test.runIf(process.platform === "linux")(
  "probes the connection of an edge without a keep-alive",
  async () => {
    await using field = await startBroker();
    await field.edge("E-1", { keepalive: 0 });
    expect(socketTimers(field.port)).toEqual(["02"]);
  },
);

test("logs each refused connection with its reason, up to a limit per address", async () => {
  const warn = vi.fn<BrokerParts<Session>["log"]["warn"]>();
  await using field = await startBroker({ log: { warn } });
  await expect(field.edge("E-1", { password: "wrong" })).rejects.toMatchObject({ code: 5 });
  const { socket, closed } = await rawSocket(field.port);
  // A connection with protocol level 9.
  socket.write(Buffer.from([0x10, 14, 0, 4, 0x4d, 0x51, 0x54, 0x54, 9, 2, 0, 60, 0, 2, 0x45, 0x31]));
  await closed;
  for (let at = 0; at < 3; at += 1)
    await expect(field.edge("E-1", { password: "wrong" })).rejects.toMatchObject({ code: 5 });
  const address = "127.0.0.1";
  const wrong = { address, edge: "E-1", reason: "Unknown edge or wrong password" };
  expect(warn.mock.calls.map(([data]) => data)).toEqual([
    wrong,
    { address, reason: expect.stringMatching(/protocol/i) },
    wrong,
  ]);
  expect(field.broker.counts.refusedConnections).toBe(5);
});
