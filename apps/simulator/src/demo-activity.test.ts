import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import os from "node:os";
import path from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { startDemoActivity } from "./demo-activity.ts";

const EMPTY = '{"timeData":[],"weekData":[]}';
const CHOSEN = '{"timeData":[{"ON":"09:00","OFF":"18:00"}],"weekData":[1]}';

let dir = "";
beforeEach(() => void (dir = mkdtempSync(path.join(os.tmpdir(), "verandah-demo-"))));
afterEach(() => rmSync(dir, { recursive: true }));

/** Answers like the product's calls. Building 7 has no air handling units. */
async function startServer(defaults: { id: number; data: string }[]) {
  const changes: [path: string, body: unknown][] = [];
  const answers: Record<string, unknown> = {
    "/v1/auth/demo-accounts": { accounts: [{ username: "admin", password: "secret" }] },
    "/v1/auth/login": { token: "JWT t" },
    "/v1/auth/logout": {},
    "/v1/hvac_recuuring_schedule/getSchedule": defaults,
    "/v1/gl_analytics/2/devicemap?type=AHU": [{ ssid: "AHU-1-1" }],
    "/v1/gl_analytics/3/devicemap?type=AHU": [{ ssid: "AHU-1-2" }],
    "/v1/gl_analytics/7/devicemap?type=AHU": [],
  };
  const server = createServer((request, response) => {
    const url = request.url ?? "";
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      if (url.endsWith("/updateschedule")) changes.push([url, JSON.parse(body)]);
      response.end(JSON.stringify(answers[url] ?? {}));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    changes,
    async startActivity() {
      const ending = new AbortController();
      await startDemoActivity(dir, `http://127.0.0.1:${port}`, ending.signal);
      ending.abort();
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

test("a fresh demo gets office hours once, for each building with air handling units and without a default", async () => {
  await using server = await startServer([
    { id: 2, data: EMPTY },
    { id: 3, data: CHOSEN },
    { id: 7, data: EMPTY },
  ]);
  await server.startActivity();
  const hours = { timeData: [{ ON: "07:00", OFF: "21:00" }], weekData: [1, 2, 3, 4, 5, 6] };
  const expected = ["/v1/hvac_recuuring_schedule/2/updateschedule", { ...hours, openedOn: EMPTY }];
  expect(server.changes).toEqual([expected]);

  await server.startActivity();
  expect(server.changes).toHaveLength(1);
});
