import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";

import { addressCertificate } from "@verandah/field/testing/certificate.ts";
import { expect, test, vi } from "vitest";

import { fail, publishEnd, recordEnds } from "../testing/benches/buses.ts";
import { startNatsStandIn } from "../testing/nats-stand-in.ts";
import type { SharedBus } from "./bus.ts";
import { createNatsBus } from "./nats-bus.ts";

const connected = (...buses: SharedBus[]) =>
  vi.waitFor(() => expect(buses.every((bus) => bus.isConnected)).toBe(true), 10_000);

test("delivers an event once to each process: immediately to the sending process, shortly afterwards to the other", async () => {
  await using nats = await startNatsStandIn();
  await using here = createNatsBus({ urls: [`nats://${nats.host}`] }, fail);
  await using there = createNatsBus({ urls: [`nats://${nats.host}`] }, fail);
  const ids = { here: recordEnds(here), there: recordEnds(there) };
  await connected(here, there);
  publishEnd(here, "one");
  expect(ids.here).toEqual(["one"]);
  await vi.waitFor(() => expect(ids.there).toEqual(["one"]));
  publishEnd(there, "two");
  await vi.waitFor(() => expect(ids).toEqual({ here: ["one", "two"], there: ["one", "two"] }));
});

test("names devices with new readings to other processes, without their values", async () => {
  await using nats = await startNatsStandIn();
  await using here = createNatsBus({ urls: [`nats://${nats.host}`] }, fail);
  await using there = createNatsBus({ urls: [`nats://${nats.host}`] }, fail);
  const stored: object[] = [];
  there.subscribe("readings-stored", (data) => void stored.push(data));
  await connected(here, there);
  const ids = Array.from({ length: 1_000 }, (_, at) => at);
  for (const id of ids) here.publish({ name: "readings-stored", data: { deviceIds: [id], values: [] } });
  await vi.waitFor(() =>
    expect(stored).toEqual([{ deviceIds: ids.slice(0, 700) }, { deviceIds: ids.slice(700) }]),
  );
});

test("connects again after an outage, and loses only the events of that time", async () => {
  await using nats = await startNatsStandIn();
  const errors: Error[] = [];
  await using here = createNatsBus({ urls: [`nats://${nats.host}`] }, (error) => void errors.push(error));
  await using there = createNatsBus({ urls: [`nats://${nats.host}`] }, () => undefined);
  const ids = { here: recordEnds(here), there: recordEnds(there) };
  const lost = vi.fn<() => void>();
  here.subscribe("events-lost", lost);
  await connected(here, there);
  expect(lost).not.toHaveBeenCalled();
  await nats.stop();
  await vi.waitFor(() => expect([here.isConnected, there.isConnected]).toEqual([false, false]));
  publishEnd(here, "lost");
  await nats.start();
  await connected(here, there);
  publishEnd(here, "after");
  await vi.waitFor(() => expect(ids).toEqual({ here: ["lost", "after"], there: ["after"] }), 5_000);
  // Its own, and perhaps that of the other process.
  expect(lost).toHaveBeenCalled();
  expect(errors.map(({ message }) => message)).toContain("The connection to NATS is lost");
});

test("waits for a server that does not listen yet", async () => {
  await using nats = await startNatsStandIn();
  await nats.stop();
  await using bus = createNatsBus({ urls: [`nats://${nats.host}`] }, () => undefined);
  expect(bus.isConnected).toBe(false);
  await nats.start();
  await connected(bus);
});

test("leaves a server that accepts the connection and does not answer", async () => {
  await using nats = await startNatsStandIn();
  await nats.stop();
  await using opening = new AsyncDisposableStack();
  const sockets: Socket[] = [];
  const silent = createServer((socket) => void sockets.push(socket));
  opening.defer(() => {
    for (const socket of sockets) socket.destroy();
  });
  await once(silent.listen(Number(nats.host.split(":")[1]), "127.0.0.1"), "listening");
  const bus = opening.use(createNatsBus({ urls: [`nats://${nats.host}`] }, () => undefined));
  await vi.waitFor(() => expect(sockets).toHaveLength(1), 10_000);
  // Its connection stays open.
  silent.close();
  await nats.start();
  await connected(bus);
});

test("logs in with the user of the address, and reports a wrong password", async () => {
  await using nats = await startNatsStandIn({ user: "verandah", pass: "s:cret" });
  await using right = createNatsBus({ urls: [`nats://verandah:s%3Acret@${nats.host}`] }, fail);
  await connected(right);
  const errors: Error[] = [];
  await using wrong = createNatsBus(
    { urls: [`nats://verandah:wrong@${nats.host}`] },
    (error) => void errors.push(error),
  );
  await vi.waitFor(() => expect(errors.length).toBeGreaterThan(0), 10_000);
  expect(wrong.isConnected).toBe(false);
  expect(errors[0]?.message).toMatch(/authori[sz]ation/i);
});

test("connects by TLS to the address of a server with a certificate of the authority in the file, and to no other", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "verandah-nats-"));
  await using opening = new AsyncDisposableStack();
  opening.defer(() => rmSync(folder, { recursive: true }));
  const caFile = path.join(folder, "authority.pem");
  writeFileSync(caFile, addressCertificate.cert);
  const nats = opening.use(await startNatsStandIn({ user: "verandah", pass: "secret" }, addressCertificate));
  const urls = [`tls://verandah:secret@${nats.host}`];
  const here = opening.use(createNatsBus({ urls, caFile }, fail));
  const there = opening.use(createNatsBus({ urls, caFile }, fail));
  const ids = recordEnds(there);
  await connected(here, there);
  publishEnd(here, "one");
  await vi.waitFor(() => expect(ids).toEqual(["one"]));
  const [, port] = nats.host.split(":");
  for (const [options, message] of [
    [{ urls }, /certificate/],
    [{ urls: [`tls://verandah:secret@localhost:${port}`], caFile }, /altnames/],
  ] as const) {
    const errors: string[] = [];
    const other = opening.use(createNatsBus(options, (error) => void errors.push(error.message)));
    await vi.waitFor(() => expect(errors).toContainEqual(expect.stringMatching(message)), 10_000);
    expect(other.isConnected).toBe(false);
  }
});

test("a message that is no event is reported, and the next events arrive", async () => {
  await using nats = await startNatsStandIn();
  const errors: Error[] = [];
  await using bus = createNatsBus({ urls: [`nats://${nats.host}`] }, (error) => void errors.push(error));
  await using other = createNatsBus({ urls: [`nats://${nats.host}`] }, () => undefined);
  const ids = recordEnds(bus);
  await connected(bus, other);
  const [host, port] = nats.host.split(":");
  const foreign = connect(Number(port), host);
  foreign.write("CONNECT {}\r\nPUB verandah.bus 5\r\nhello\r\n");
  await vi.waitFor(() => expect(errors).toHaveLength(1));
  foreign.destroy();
  publishEnd(other, "one");
  await vi.waitFor(() => expect(ids).toEqual(["one"]));
});
