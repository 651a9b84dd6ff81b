import { connect } from "node:net";

import { expect, test } from "vitest";

import { startTestApp } from "./testing/start-test-app.ts";

/** How long the server keeps a raw connection open that sends `text` and then nothing, s. */
async function openSeconds(port: number, text: string): Promise<number> {
  const began = performance.now();
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  socket.resume();
  if (text) socket.write(text);
  await new Promise<void>((resolve) => void socket.once("close", () => resolve()));
  return (performance.now() - began) / 1_000;
}

test("closes connections with incomplete headers after 8 s and with an incomplete request after 10 s", async () => {
  await using app = await startTestApp();
  await app.app.listen({ port: 0, host: "127.0.0.1" });
  const address = app.app.server.address();
  const port = address && typeof address === "object" ? address.port : 0;
  const [silent, headers, body] = await Promise.all([
    openSeconds(port, ""),
    openSeconds(port, "GET /v1/health HTTP/1.1\r\nHost: verandah.test\r\nX-Slow: "),
    openSeconds(
      port,
      'POST /v1/auth/login HTTP/1.1\r\nHost: verandah.test\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"cred',
    ),
  ]);
  for (const seconds of [silent, headers]) {
    expect(seconds).toBeGreaterThan(7.5);
    expect(seconds).toBeLessThan(10);
  }
  expect(body).toBeGreaterThan(9.5);
  expect(body).toBeLessThan(12);
}, 60_000);
