import { connect } from "node:net";

import { uploadCoworkingUsers } from "@verandah/contract/coworking.ts";
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

/** Sends a file of two people with a pause of `pauseMs` between them. Returns the status line of the reply. */
async function uploadSlowly(port: number, token: string, pauseMs: number): Promise<string> {
  const parts = [
    "user_id,user_name,user_email,user_contact_no,client\nK-1,Asha,,,Kaveri\n",
    "K-2,Ben,,,Kaveri\n",
  ];
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  socket.write(
    `POST ${uploadCoworkingUsers.path}?mode=check HTTP/1.1\r\nHost: verandah.test\r\nContent-Type: text/csv\r\n` +
      `Authorization: Bearer ${token}\r\nConnection: close\r\nContent-Length: ${parts.join("").length}\r\n\r\n${parts[0]}`,
  );
  const timer = setTimeout(() => socket.write(parts[1] ?? ""), pauseMs);
  let reply = "";
  socket.on("data", (data) => void (reply += data.toString()));
  await new Promise<void>((resolve) => void socket.once("close", () => resolve()));
  clearTimeout(timer);
  return reply.split("\r\n", 1)[0] ?? "";
}

test("accepts a slow upload of coworking users from an administrator, and closes one without a session", async () => {
  await using app = await startTestApp();
  await app.app.listen({ port: 0, host: "127.0.0.1" });
  const address = app.app.server.address();
  const port = address && typeof address === "object" ? address.port : 0;
  const { session } = await app.as("administrator");
  const began = performance.now();
  const [accepted, refused] = await Promise.all([
    uploadSlowly(port, session.token, 14_000),
    uploadSlowly(port, "x", 30_000).then(() => performance.now() - began),
  ]);
  expect(accepted).toBe("HTTP/1.1 200 OK");
  expect(refused).toBeLessThan(12_000);
}, 60_000);
