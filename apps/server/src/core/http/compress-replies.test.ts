import { gunzipSync } from "node:zlib";

import Fastify from "fastify";
import { expect, test } from "vitest";

import { compressReplies } from "./compress-replies.ts";

async function startReplies(payload: Buffer) {
  const app = Fastify();
  compressReplies(app);
  app.get("/", (_request, reply) => reply.type("application/json").send(payload));
  return (encoding: string) => app.inject({ url: "/", headers: { "accept-encoding": encoding } });
}

test.each([
  ["gzip;q=0", undefined],
  ["gzip; q=0.000, br", undefined],
  ["br, gzip;Q=0", undefined],
  ["gzip;q=0.5", "gzip"],
  ["br;q=0, gzip", "gzip"],
])("to a client that accepts %j a reply has the encoding %j", async (accepted, encoding) => {
  const get = await startReplies(Buffer.from("1".repeat(2_000)));
  expect((await get(accepted)).headers["content-encoding"]).toBe(encoding);
});

test("compresses a reply that callers share once", async () => {
  const shared = Buffer.from("1".repeat(2_000));
  const get = await startReplies(shared);
  const first = await get("gzip");
  expect(gunzipSync(first.rawPayload).toString()).toBe("1".repeat(2_000));
  // The reply would contain these bytes if it was compressed a second time.
  shared.fill("2");
  expect((await get("gzip")).rawPayload).toEqual(first.rawPayload);
});
