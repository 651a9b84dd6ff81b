import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";

import { fastify } from "fastify";
import { expect, onTestFinished, test, vi } from "vitest";

import { allowSlowBody, keepSlowBodies } from "./slow-bodies.ts";

/** Sends the first byte of a body of two to a server whose limit is 200 ms. @returns a function for the second, and what the server answers */
async function begin(allow: (request: IncomingMessage) => void) {
  const server = createServer({ connectionsCheckingInterval: 50 }, (request, response) => {
    allow(request);
    // Not before: a busy machine may take longer to read the headers.
    Object.assign(server, { headersTimeout: 200, requestTimeout: 200 });
    text(request).then(
      (body) => response.end(`whole: ${body}`),
      () => undefined,
    );
  });
  // Fastify does the same.
  server.on("clientError", (_error, socket) => socket.destroy());
  keepSlowBodies(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port");
  const socket = connect(address.port, "127.0.0.1");
  socket.on("error", () => undefined);
  socket.write("POST / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-length: 2\r\n\r\na");
  return { finish: () => socket.write("b"), isLate: once(server, "clientError"), answer: text(socket) };
}

test("an allowed body may take longer than the server's time limit", async () => {
  const { finish, isLate, answer } = await begin((request) => allowSlowBody(request, 60_000));
  await isLate;
  finish();
  expect(await answer).toContain("whole: ab");
});

test("closes the connection of any other body, and of an allowed body that takes too long", async () => {
  const other = await begin(() => undefined);
  expect(await other.answer).not.toContain("whole");
  const allowed = await begin((request) => allowSlowBody(request, 300));
  await allowed.isLate;
  expect(await allowed.answer).not.toContain("whole");
});

test("no timer remains after a request has ended", async () => {
  const started = vi.spyOn(globalThis, "setTimeout");
  const stopped = vi.spyOn(globalThis, "clearTimeout");
  onTestFinished(() => void vi.restoreAllMocks());
  const app = fastify();
  const limitMs = 60_001;
  app.post("/", ({ raw }) => {
    allowSlowBody(raw, limitMs);
    return "done";
  });
  await app.inject({ method: "POST", url: "/", payload: { some: "text" } });
  const ours = started.mock.calls.findIndex(([, ms]) => ms === limitMs);
  expect(ours).not.toBe(-1);
  const timer = started.mock.results[ours]?.value;
  await vi.waitFor(() => expect(stopped.mock.calls.some(([of]) => of === timer)).toBe(true));
});
