import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";

import { fastify } from "fastify";
import { expect, onTestFinished, test, vi } from "vitest";

import { allowSlowBody, keepSlowBodies } from "./slow-bodies.ts";

/** Sends a body of two bytes with a pause between them to a server whose limit is 200 ms. @returns what the server answers */
async function send(allow: (request: IncomingMessage) => void, pauseMs: number): Promise<string> {
  const server = createServer(
    { requestTimeout: 200, headersTimeout: 200, connectionsCheckingInterval: 50 },
    (request, response) => {
      allow(request);
      text(request).then(
        (body) => response.end(`whole: ${body}`),
        () => undefined,
      );
    },
  );
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
  const answer = text(socket);
  await pause(pauseMs);
  if (!socket.destroyed) socket.write("b");
  return answer;
}

test("an allowed body may take longer than the server's time limit", async () => {
  await expect(send((request) => allowSlowBody(request, 5_000), 600)).resolves.toContain("whole: ab");
});

test("closes the connection of any other body, and of an allowed body that takes too long", async () => {
  await expect(send(() => undefined, 600)).resolves.not.toContain("whole");
  await expect(send((request) => allowSlowBody(request, 300), 900)).resolves.not.toContain("whole");
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
