import { createServer } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

import { LinkError, openEdgeLink } from "@verandah/field/edge-link.ts";
import { Aedes } from "aedes";
import { expect, test, vi } from "vitest";

import { startTestBroker } from "../../testing/start-test-broker.ts";

const TIME_LIMIT = { timeout: 5_000, interval: 20 };
const backoffMs = { first: 20, longest: 60 };

test("a publish without a connection fails at once, and so does one whose connection breaks", async () => {
  await using broker = await startTestBroker();
  const link = openEdgeLink({ url: broker.url, ssid: "EDGE-1", password: "secret", backoffMs });
  await expect(link.publish("readings", "{}")).rejects.toEqual(new LinkError("not-connected"));
  await vi.waitFor(() => expect(link.isConnected).toBe(true), TIME_LIMIT);
  broker.acknowledges = false;
  const lost = link.publish("readings", "{}");
  await broker.stop();
  await expect(lost).rejects.toEqual(new LinkError("connection-lost"));
  await link.close();
  await broker.start();
});

test("disconnects from a broker that never acknowledges, and reconnects", async () => {
  await using broker = await startTestBroker();
  const downs: string[] = [];
  const link = openEdgeLink({
    url: broker.url,
    ssid: "EDGE-1",
    password: "secret",
    backoffMs,
    // Only an acknowledgement that does not come is late, also on a busy machine.
    ackTimeoutMs: 1_000,
    onDown: (reason) => downs.push(reason),
  });
  await vi.waitFor(() => expect(link.isConnected).toBe(true), TIME_LIMIT);
  broker.acknowledges = false;
  await expect(link.publish("readings", "{}")).rejects.toEqual(new LinkError("not-acknowledged"));
  broker.acknowledges = true;
  await vi.waitFor(() => expect(downs).toHaveLength(1), TIME_LIMIT);
  await vi.waitFor(() => expect(link.isConnected).toBe(true), TIME_LIMIT);
  await link.publish("readings", "{}");
  await link.close();
});

test("an unknown edge reports the refusal once, and connects after it was added", async () => {
  const aedes = await Aedes.createBroker();
  let isKnown = false;
  let attempts = 0;
  const downs: string[] = [];
  aedes.authenticate = (_client, _user, _password, done) => {
    attempts++;
    done(null, isKnown);
  };
  const server = createServer((socket) => aedes.handle(socket.on("error", () => {})));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  const port = address && typeof address === "object" ? address.port : 0;
  const link = openEdgeLink({
    url: `mqtt://127.0.0.1:${port}`,
    ssid: "EDGE-1",
    password: "secret",
    backoffMs,
    onDown: (reason) => downs.push(reason),
  });
  await vi.waitFor(() => expect(attempts).toBeGreaterThan(2), TIME_LIMIT);
  expect(link.isConnected).toBe(false);
  expect(downs).toEqual(["Connection refused: Not authorized"]);
  isKnown = true;
  await vi.waitFor(() => expect(link.isConnected).toBe(true), TIME_LIMIT);
  await link.close();
  server.close();
  await new Promise<void>((done) => aedes.close(done));
});

test("the delay before each attempt doubles up to its maximum, and is short again after a connection", async () => {
  await using broker = await startTestBroker();
  const timers = vi.spyOn(globalThis, "setTimeout");
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  const waits = () => timers.mock.calls.filter(([work]) => work.name === "connect").map(([, ms]) => ms);
  await broker.stop();
  const link = openEdgeLink({ url: broker.url, ssid: "EDGE-1", password: "secret", backoffMs });
  await vi.waitFor(() => expect(waits().slice(0, 5)).toEqual([15, 30, 45, 45, 45]), TIME_LIMIT);
  await broker.start();
  await vi.waitFor(() => expect(link.isConnected).toBe(true), TIME_LIMIT);
  timers.mockClear();
  await broker.stop();
  await vi.waitFor(() => expect(waits().slice(0, 2)).toEqual([15, 30]), TIME_LIMIT);
  await link.close();
  vi.restoreAllMocks();
  await broker.start();
});

test("an edge closes the connection and reconnects when the broker refuses its subscription", async () => {
  const aedes = await Aedes.createBroker();
  let attempts = 0;
  aedes.authorizeSubscribe = (_client, subscription, done) =>
    done(null, ++attempts > 2 ? subscription : null);
  const server = createServer((socket) => aedes.handle(socket.on("error", () => {})));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  const port = address && typeof address === "object" ? address.port : 0;
  const url = `mqtt://127.0.0.1:${port}`;
  const onDown = vi.fn<(reason: string) => void>();
  const link = openEdgeLink({
    url,
    ssid: "EDGE-1",
    password: "secret",
    backoffMs,
    onDown,
    receive: { commands: () => {} },
  });
  await vi.waitFor(() => expect(attempts).toBe(3), TIME_LIMIT);
  expect(onDown).toHaveBeenCalledTimes(2);
  expect(link.isConnected).toBe(true);
  await link.close();
  server.close();
  await new Promise<void>((done) => aedes.close(done));
});

test("commands arrive, also after a reconnect", async () => {
  await using broker = await startTestBroker();
  const commands: string[] = [];
  const link = openEdgeLink({
    url: broker.url,
    ssid: "EDGE-1",
    password: "secret",
    backoffMs,
    receive: { commands: (payload) => commands.push(payload.toString()) },
  });
  const untilReceived = (text: string) =>
    vi.waitFor(() => {
      broker.send("EDGE-1", "commands", text);
      expect(commands).toContain(text);
    }, TIME_LIMIT);
  await untilReceived("first");
  await broker.stop();
  await broker.start();
  await untilReceived("second");
  await link.close();
});

/** The link of an edge that sends its status. */
const openLinkWithStatus = (url: string) =>
  openEdgeLink({
    url,
    ssid: "EDGE-1",
    password: "secret",
    backoffMs,
    status: (state) => ({ state, at: 0 }),
  });

test.each([
  ["dropConnection", 'status {"state":"offline","at":0}'],
  ["close", 'status {"state":"offline","at":0,"isPlanned":true}'],
] as const)(
  "an edge is online after each connection, and offline after %s, which says whether it was planned",
  async (end, offline) => {
    await using broker = await startTestBroker();
    const link = openLinkWithStatus(broker.url);
    const publishedTexts = () => broker.published.map(({ kind, payload }) => `${kind} ${payload}`);
    const online = 'status {"state":"online","at":0}';
    await vi.waitFor(() => expect(publishedTexts()).toEqual([online]), TIME_LIMIT);
    await broker.stop();
    await broker.start();
    await vi.waitFor(
      () => expect(publishedTexts().filter((text) => text === online)).toHaveLength(2),
      TIME_LIMIT,
    );
    await link[end]();
    await vi.waitFor(() => expect(publishedTexts().at(-1)).toBe(offline), TIME_LIMIT);
    expect(broker.published.every(({ isRetained }) => isRetained)).toBe(true);
  },
);

test("an unacknowledged last message does not delay the end", async () => {
  await using broker = await startTestBroker();
  const link = openLinkWithStatus(broker.url);
  await vi.waitFor(() => expect(link.isConnected).toBe(true), TIME_LIMIT);
  broker.acknowledges = false;
  const closed = link.close().then(() => "closed");
  // In steps, so that a pause of this process delays the limit as it delays the end.
  const limit = wait(1_000).then(() => wait(1_000));
  const late = limit.then(() => wait(500)).then(() => "late");
  expect(await Promise.race([closed, late])).toBe("closed");
});
