import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";

import { FRAME_MAX_BYTES } from "@verandah/field/payloads.ts";
import { topicOf } from "@verandah/field/topics.ts";
import mqtt from "mqtt";
import { afterEach, expect, test, vi } from "vitest";

import { type BrokerParts, openBroker } from "./broker.ts";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** The broker by itself, with two edges whose passwords are their names. */
async function startBroker(parts: Partial<BrokerParts> = {}) {
  const taken: { edge: string; kind: string; bytes: number }[] = [];
  const broker = await openBroker([{ host: "127.0.0.1", port: 0, mayMove: false }], {
    passwordSha256Of: async (edge) => (["E-1", "E-2"].includes(edge) ? sha256(edge) : undefined),
    onMessage: async (edge, kind, payload) => void taken.push({ edge, kind, bytes: payload.length }),
    onFailure: () => undefined,
    hasRoom: () => true,
    log: { warn: () => undefined },
    ...parts,
  });
  const port = broker.ports[0] ?? 0;
  const clients: mqtt.MqttClient[] = [];
  return {
    broker,
    port,
    taken,
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

/** Lets what is on its way over loopback arrive. */
const arrive = async (turns = 20) => {
  for (let at = 0; at < turns; at += 1) await new Promise((done) => setImmediate(done));
};

afterEach(() => void vi.useRealTimers());

test("a connection that says nothing is cut off after five seconds, and not before", async () => {
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

test("an edge that does not take its orders is cut off after five seconds", async () => {
  await using field = await startBroker();
  const edge = await field.edge("E-1");
  await edge.subscribeAsync(topicOf("E-1", "commands"), { qos: 1 });
  edge.stream.pause();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const order = "x".repeat(8_000_000);
  for (let at = 0; at < 3; at += 1) field.broker.publish("E-1", "commands", order);
  await arrive(200);
  expect(field.broker.connections).toBe(1);
  await vi.advanceTimersByTimeAsync(5_000);
  await vi.waitFor(() => expect(field.broker.connections).toBe(0));
});

test("a packet of 256 kB is taken, one byte more ends the connection", async () => {
  await using field = await startBroker();
  const edge = await field.edge("E-1");
  const topic = topicOf("E-1", "readings");
  // Behind the length: the topic with two bytes before it, and two bytes of packet number.
  const room = FRAME_MAX_BYTES - topic.length - 4;
  await edge.publishAsync(topic, Buffer.alloc(room), { qos: 1 });
  expect(field.taken).toEqual([{ edge: "E-1", kind: "readings", bytes: room }]);
  const closed = new Promise((resolve) => void edge.once("close", () => resolve(undefined)));
  edge.publish(topic, Buffer.alloc(room + 1), { qos: 1 });
  await closed;
  expect(field.taken).toHaveLength(1);
  expect(field.broker.counts.oversizedFrames).toBe(1);
});

test("a length of more than four bytes ends the connection", async () => {
  await using field = await startBroker();
  const { socket, closed } = await rawSocket(field.port);
  socket.write(Buffer.from([0x10, 0x80, 0x80, 0x80, 0x80]));
  await closed;
  expect(field.broker.counts.oversizedFrames).toBe(1);
});

test("an edge gives no orders, not even to itself", async () => {
  await using field = await startBroker();
  for (const topic of [topicOf("E-1", "commands"), topicOf("E-2", "readings"), "somewhere/else"]) {
    const edge = await field.edge("E-1");
    const closed = new Promise((resolve) => void edge.once("close", () => resolve(undefined)));
    edge.publish(topic, "{}", { qos: 1 });
    await closed;
  }
  expect(field.taken).toEqual([]);
  expect(field.broker.counts.refusedTopics).toBe(3);
});

test("who cannot be looked up now is not let in, and may come again", async () => {
  await using field = await startBroker({
    passwordSha256Of: () => Promise.reject(new Error("The database is away")),
  });
  await expect(field.edge("E-1")).rejects.toMatchObject({ code: 3 });
  expect(field.broker.connections).toBe(0);
});

test("a wrong name, a wrong password, another's name and none at all are refused with the same code, and counted", async () => {
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

const full = new Error("Too much waits");

test.each([
  ["fails", () => Promise.reject(full)],
  [
    "fails before it waits",
    () => {
      throw full;
    },
  ],
])("what %s to be stored is not acknowledged and told of, and its edge is cut off", async (_, onMessage) => {
  const onFailure = vi.fn<BrokerParts["onFailure"]>();
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
});

test("an edge that connects anew hears its orders, once the old connection has gone too", async () => {
  await using field = await startBroker();
  const old = await field.edge("E-1");
  const gone = new Promise((resolve) => void old.once("close", () => resolve(undefined)));
  const edge = await field.edge("E-1");
  await gone;
  await arrive();
  const heard: (string | number)[] = [];
  edge.on("message", (_topic, payload, { qos }) => heard.push(payload.toString(), qos));
  await edge.subscribeAsync(topicOf("E-1", "commands"), { qos: 1 });
  expect(field.broker.publish("E-1", "commands", { id: 1 })).toBe(true);
  await vi.waitFor(() => expect(heard).toEqual(['{"id":1}', 1]));
  expect(field.broker.publish("E-2", "commands", { id: 1 })).toBe(false);
});

test.each([
  [true, 5],
  [false, 4],
])(
  "with room (%s) for more, of four packets and a fifth %d are taken before the first is stored",
  async (hasRoom, taken) => {
    const held = Promise.withResolvers<void>();
    let begun = 0;
    await using field = await startBroker({
      hasRoom: () => hasRoom,
      async onMessage() {
        begun += 1;
        await held.promise;
      },
    });
    const edge = await field.edge("E-1");
    const publish = () => edge.publishAsync(topicOf("E-1", "readings"), "{}", { qos: 1 });
    edge.stream.cork();
    const published = Array.from({ length: 4 }, publish);
    edge.stream.uncork();
    await vi.waitFor(() => expect(begun).toBe(4), { interval: 2 });
    published.push(publish());
    // By the time that others have come in, the fifth would have been read.
    await field.edge("E-2");
    await new Promise((done) => setTimeout(done, 100));
    await vi.waitFor(() => expect(begun).toBe(taken));
    held.resolve();
    await Promise.all(published);
    expect(begun).toBe(5);
  },
);

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
  "probes the connection of an edge that has no keep-alive of its own",
  async () => {
    await using field = await startBroker();
    await field.edge("E-1", { keepalive: 0 });
    expect(socketTimers(field.port)).toEqual(["02"]);
  },
);

test("logs each refused connection with its reason, up to a limit for one address", async () => {
  const warn = vi.fn<BrokerParts["log"]["warn"]>();
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
