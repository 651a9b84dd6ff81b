import { once } from "node:events";
import { createServer } from "node:http";

import { expect, onTestFinished, test } from "vitest";
import { WebSocketServer } from "ws";

import { connectSocketIo } from "./socket-io.ts";

test("A client polls, changes to a WebSocket, answers pings and receives events", async () => {
  const packets: string[] = [];
  const server = createServer((request, response) => {
    const isOpening = !request.url?.includes("sid=");
    if (request.method === "POST") request.pipe(response);
    else response.end(isOpening ? '0{"sid":"s1","upgrades":["websocket"]}' : '40{"sid":"s2"}');
  });
  const sockets = new WebSocketServer({ server });
  sockets.on("connection", (socket) =>
    socket.on("message", (data: Buffer) => {
      const packet = data.toString();
      packets.push(packet);
      if (packet === "2probe") socket.send("3probe");
      if (packet === "5") socket.send("2");
      if (packet === "3") socket.send('42["values",{"a":1}]');
    }),
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    sockets.close();
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;

  const received = Promise.withResolvers<[string, unknown]>();
  const connection = await connectSocketIo(`http://127.0.0.1:${port}/socket.io/`, (name, data) =>
    received.resolve([name, data]),
  );
  expect(await received.promise).toEqual(["values", { a: 1 }]);
  connection.emit("watch", { tags: ["a"] });
  await expect
    .poll(() => packets, { timeout: 10_000 })
    .toEqual(["2probe", "5", "3", '42["watch",{"tags":["a"]}]']);
  connection.close();
});

test("A server without Socket.IO is refused with a text", async () => {
  const server = createServer((_request, response) => response.end('0{"sid":"s1"}'));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  await expect(connectSocketIo(`http://127.0.0.1:${port}/`, () => undefined)).rejects.toThrow(
    "A peer's Socket.IO answered",
  );
});
