import { connect, createServer } from "node:net";

import { expect, test, vi } from "vitest";

import { openUplinkProxy } from "./uplink-proxy.ts";

async function echoServer() {
  const server = createServer((socket) => socket.on("error", () => {}).pipe(socket));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  if (!address || typeof address === "string") throw new Error("No port");
  return { port: address.port, [Symbol.dispose]: () => server.close() };
}

function dial(port: number) {
  const socket = connect(port, "127.0.0.1");
  const state = { text: "", isClosed: false };
  socket.on("data", (data) => (state.text += data.toString()));
  socket.on("error", () => {});
  socket.on("close", () => (state.isClosed = true));
  return { socket, state };
}

test("transports bytes in both directions until it is cut, and refuses connections until it is restored", async () => {
  using echo = await echoServer();
  await using proxy = await openUplinkProxy({ host: "127.0.0.1", port: echo.port });
  const before = dial(proxy.port);
  before.socket.write("hello");
  await vi.waitFor(() => expect(before.state.text).toBe("hello"));

  proxy.cut();
  await vi.waitFor(() => expect(before.state.isClosed).toBe(true));
  const during = dial(proxy.port);
  await vi.waitFor(() => expect(during.state.isClosed).toBe(true));
  await vi.waitFor(() => expect(proxy.connections).toBe(0));

  proxy.restore();
  const after = dial(proxy.port);
  after.socket.write("again");
  await vi.waitFor(() => expect(after.state.text).toBe("again"));
  after.socket.destroy();
});

test("closes the connection when the broker is not reachable", async () => {
  const echo = await echoServer();
  echo[Symbol.dispose]();
  await using proxy = await openUplinkProxy({ host: "127.0.0.1", port: echo.port });
  const call = dial(proxy.port);
  await vi.waitFor(() => expect(call.state.isClosed).toBe(true));
});
