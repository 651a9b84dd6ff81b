import { once } from "node:events";
import { connect, type Socket } from "node:net";

import { uploadCoworkingUsers } from "@verandah/contract/coworking.ts";
import { expect, test, vi } from "vitest";

import { startTestApp } from "./testing/start-test-app.ts";

/** A test app with a port. */
async function startListening() {
  const app = await startTestApp();
  await app.app.listen({ port: 0, host: "127.0.0.1" });
  const address = app.app.server.address();
  const port = address && typeof address === "object" ? address.port : 0;

  /** Sends a text. The server has received it when the connection is returned. */
  async function send(text: string) {
    const accepted = once(app.app.server, "connection");
    const startedAtMs = performance.now();
    const client = connect(port, "127.0.0.1");
    client.on("error", () => undefined);
    client.write(text);
    const [server]: Socket[] = await accepted;
    await vi.waitFor(() => expect(server?.bytesRead).toBe(text.length));
    let reply = "";
    client.on("data", (data) => void (reply += data.toString()));
    const ended = once(client, "close").then(() => ({
      openSeconds: (performance.now() - startedAtMs) / 1_000,
      status: reply.split("\r\n", 1)[0],
    }));
    /** Whether the server has closed it after some seconds. Timers run in the order of their times, on a busy machine too. */
    const isClosedAfter = (seconds: number) =>
      new Promise<boolean>((resolve) => {
        setTimeout(() => resolve(server?.destroyed === true), seconds * 1_000);
      });
    return { client, ended, isClosedAfter };
  }

  return { app, send, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
}

test("closes connections with incomplete headers after 8 s and with an incomplete request after 10 s", async () => {
  await using server = await startListening();
  const silent = await server.send("");
  const headers = await server.send("GET /v1/health HTTP/1.1\r\nHost: verandah.test\r\nX-Slow: ");
  const body = await server.send(
    'POST /v1/auth/login HTTP/1.1\r\nHost: verandah.test\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"cred',
  );
  const areClosed = await Promise.all([
    silent.isClosedAfter(10),
    headers.isClosedAfter(10),
    body.isClosedAfter(12),
  ]);
  expect(areClosed).toEqual([true, true, true]);
  for (const { ended } of [silent, headers]) expect((await ended).openSeconds).toBeGreaterThan(7.5);
  expect((await body.ended).openSeconds).toBeGreaterThan(9.5);
}, 60_000);

test("accepts a slow upload of coworking users from an administrator, and closes one without a session", async () => {
  await using server = await startListening();
  const { session } = await server.app.as("administrator");
  const parts = [
    "user_id,user_name,user_email,user_contact_no,client\nK-1,Asha,,,Kaveri\n",
    "K-2,Ben,,,Kaveri\n",
  ] as const;
  const begin = (token: string) =>
    server.send(
      `POST ${uploadCoworkingUsers.path}?mode=check HTTP/1.1\r\nHost: verandah.test\r\nContent-Type: text/csv\r\n` +
        `Authorization: Bearer ${token}\r\nConnection: close\r\nContent-Length: ${parts.join("").length}\r\n\r\n${parts[0]}`,
    );
  const refused = await begin("x");
  const accepted = await begin(session.token);
  expect(await refused.isClosedAfter(12)).toBe(true);
  expect(await accepted.isClosedAfter(2)).toBe(false);
  accepted.client.write(parts[1]);
  expect((await accepted.ended).status).toBe("HTTP/1.1 200 OK");
}, 60_000);
