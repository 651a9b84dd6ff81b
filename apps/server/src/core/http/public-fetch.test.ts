import fastify from "fastify";
import { expect, test } from "vitest";

import { createAddressCheck, createPublicFetch } from "./public-fetch.ts";

const signal = AbortSignal.timeout(20_000);

/** A server on one loopback address, and the number of its requests. */
async function listen(host: string, answer: (url: string) => { redirect?: string }) {
  const server = fastify();
  let count = 0;
  server.get("/*", async (request, reply) => {
    count += 1;
    const { redirect } = answer(request.url);
    return redirect === undefined ? reply.send("read") : reply.redirect(redirect);
  });
  const url = await server.listen({ host, port: 0 });
  return { url, count: () => count, [Symbol.asyncDispose]: () => server.close() };
}

async function read(address: string, networks: string[] = []) {
  const { status, body } = await createPublicFetch(networks)(address, { signal });
  let text = "";
  for await (const part of body ?? []) text += new TextDecoder().decode(part);
  return { status, text };
}

const refused = { cause: { name: "PrivateAddressError" } };

test.each(["127.0.0.1", "localhost", "2130706433", "0x7f.1", "0.0.0.0", "[::ffff:127.0.0.1]"])(
  "does not reach the server's own address as %s",
  async (host) => {
    await using own = await listen("127.0.0.1", () => ({}));
    await expect(read(own.url.replace("127.0.0.1", host))).rejects.toMatchObject(refused);
    expect(own.count()).toBe(0);
  },
);

test("reaches a private network that is allowed, but not another one by a redirect", async () => {
  await using own = await listen("127.0.0.1", () => ({}));
  await using allowed = await listen("127.0.0.2", (url) => (url === "/away" ? { redirect: own.url } : {}));
  expect(await read(allowed.url, ["127.0.0.2/32"])).toEqual({ status: 200, text: "read" });
  await expect(read(`${allowed.url}/away`, ["127.0.0.2/32"])).rejects.toMatchObject(refused);
  expect(own.count()).toBe(0);
});

test.each([
  ["10.1.2.3", true],
  ["172.16.0.1", true],
  ["172.32.0.1", false],
  ["192.168.1.1", true],
  ["169.254.169.254", true],
  ["100.64.0.1", true],
  ["224.0.0.1", true],
  ["255.255.255.255", true],
  ["8.8.8.8", false],
  ["::1", true],
  ["::", true],
  ["fe80::1", true],
  ["fd12::1", true],
  ["::ffff:10.0.0.1", true],
  ["::ffff:8.8.8.8", false],
  ["64:ff9b::a00:1", true],
  ["64:ff9b::808:808", false],
  ["2002:a00:1::1", true],
  ["2606:4700::1111", false],
])("of the address %s it is %s that it is private", (address, isPrivate) => {
  expect(createAddressCheck([])(address)).toBe(isPrivate);
});

test("an allowed network and an allowed address are not private", () => {
  const check = createAddressCheck(["10.1.0.0/16", "fd12::7"]);
  expect(["10.1.2.3", "::ffff:10.1.2.3", "10.2.0.1", "fd12::7", "fd12::8"].map(check)).toEqual([
    false,
    false,
    true,
    false,
    true,
  ]);
});
