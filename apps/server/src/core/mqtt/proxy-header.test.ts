import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

import { certificate } from "@verandah/field/testing/certificate.ts";
import { expect, test, vi } from "vitest";

import { listOfNetworks } from "#core/http/public-fetch.ts";

import { startTestApp } from "../../testing/start-test-app.ts";
import { aReading, startTestIngest } from "../../testing/start-test-ingest.ts";

const HOST = "127.0.0.1";
const listener = { host: HOST, port: 0, mayUseNextPort: false };
const proxies = listOfNetworks(["192.0.2.1", "127.0.0.0/8"]);

/** Source: PROXY protocol, version 2, §2.2. */
const signature = "0d0a0d0a000d0a515549540a";
/** From 203.0.113.7, port 40000, to 192.0.2.1, port 8883, with an extension of four bytes. */
const ofIpv4 = `${signature}21110010cb007107c00002019c4022b304000100`;
/** From 2001:db8::7. */
const ofIpv6 = `${signature}2121002420010db800000000000000000000000720010db80000000000000000000000019c4022b3`;
/** A check of the proxy itself. */
const ofProxy = `${signature}20000000`;

const PIECE_BYTES = 7;

/** Writes bytes in pieces that arrive one by one. */
function writePieces(socket: Socket, bytes: Buffer, onEnd: () => void): void {
  if (bytes.length === 0) return onEnd();
  socket.write(bytes.subarray(0, PIECE_BYTES), () => {
    setImmediate(() => writePieces(socket, bytes.subarray(PIECE_BYTES), onEnd));
  });
}

/** A proxy that sends a header before the data of each client. */
async function startProxy(port: number, header: string) {
  const clients = new Set<Socket>();
  const server = createServer((client) => {
    clients.add(client);
    const upstream = connect({ host: HOST, port, noDelay: true }, () => {
      writePieces(upstream, Buffer.from(header, "hex"), () => client.pipe(upstream).pipe(client));
    });
    upstream.on("error", () => client.destroy()).on("close", () => client.destroy());
    client.on("error", () => upstream.destroy()).on("close", () => upstream.destroy());
  });
  await once(server.listen(0, HOST), "listening");
  const address = server.address();
  return {
    port: address && typeof address === "object" ? address.port : 0,
    async [Symbol.asyncDispose]() {
      for (const client of clients) client.destroy();
      await new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  };
}

const secureClient = { protocol: "mqtts", ca: certificate.cert } as const;

test.each([
  { of: "IPv4", header: ofIpv4, address: "203.0.113.7", tls: undefined, client: {} },
  { of: "IPv6", header: ofIpv6, address: "2001:db8::7", tls: undefined, client: {} },
  { of: "IPv4 with TLS", header: ofIpv4, address: "203.0.113.7", tls: certificate, client: secureClient },
  { of: "a check", header: ofProxy, address: HOST, tls: undefined, client: {} },
])(
  "wrong passwords behind a proxy count for the address of the client: $of",
  async ({ header, address, tls, client }) => {
    await using app = await startTestApp();
    await using field = await startTestIngest(app, { listeners: [{ ...listener, tls, proxies }] });
    await using proxy = await startProxy(field.port, header);
    await expect(
      field.connect("T-S1", { ...client, port: proxy.port, password: "guess" }),
    ).rejects.toMatchObject({ code: 5 });
    expect((await app.query("select key from call_counts order by key")).rows).toEqual([
      { key: `mqtt ${address}` },
      { key: `mqtt ${address} T-S1` },
    ]);
    const sensor = await field.connect("T-S1", { ...client, port: proxy.port });
    await sensor.publish("readings", aReading("T-S1", "TEMPERATURE", app.now().getTime(), 24.5));
    expect(await app.db.selectFrom("latest").select("value").execute()).toEqual([{ value: 24.5 }]);
  },
);

test("a client that guesses passwords behind a proxy does not keep out others with the same name", async () => {
  await using app = await startTestApp();
  await using field = await startTestIngest(app, { listeners: [{ ...listener, proxies }] });
  await using proxy = await startProxy(field.port, ofIpv4);
  await using other = await startProxy(field.port, ofIpv6);
  for (let time = 0; time < 10; time += 1)
    await expect(field.connect("T-S1", { port: proxy.port, password: "guess" })).rejects.toMatchObject({
      code: 5,
    });
  await expect(field.connect("T-S1", { port: proxy.port })).rejects.toMatchObject({ code: 3 });
  await field.connect("T-S1", { port: other.port });
  expect(field.ingest.broker.connections).toBe(1);
});

test("a client at the address of a proxy may connect without a header", async () => {
  await using app = await startTestApp();
  await using field = await startTestIngest(app, { listeners: [{ ...listener, tls: certificate, proxies }] });
  await field.connect("T-S1", secureClient);
  expect(field.ingest.broker.connections).toBe(1);
});

test.each([
  { what: "of a client that is no proxy", header: ofIpv4, own: listOfNetworks(["192.0.2.1"]) },
  { what: "with an unknown command", header: `${signature}22110000`, own: proxies },
  { what: "that is shorter than its address", header: `${signature}21110002cb00`, own: proxies },
  { what: "that is too long", header: `${signature}2111ffff`, own: proxies },
])("a header $what closes the connection", async ({ header, own }) => {
  await using app = await startTestApp();
  await using field = await startTestIngest(app, { listeners: [{ ...listener, proxies: own }] });
  const socket = connect(field.port, HOST, () => void socket.write(Buffer.from(header, "hex")));
  socket.on("error", () => socket.destroy()).resume();
  await once(socket, "close");
  await vi.waitFor(() => expect(field.ingest.broker.counts.refusedConnections).toBe(1));
});
