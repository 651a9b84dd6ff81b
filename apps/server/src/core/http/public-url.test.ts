import { networkInterfaces } from "node:os";

import { expect, test } from "vitest";

import { createPublicUrl } from "./public-url.ts";

const external = Object.values(networkInterfaces())
  .flatMap((list) => list ?? [])
  .find((one) => !one.internal);

test("uses PUBLIC_URL for any Host header", () => {
  const publicUrl = createPublicUrl({ PUBLIC_URL: "https://verandah.example/", HOST: "0.0.0.0" }, () => 3000);
  expect([publicUrl(), publicUrl("evil.example")]).toEqual(Array(2).fill("https://verandah.example"));
});

test("uses the Host header only when it names this machine and port", () => {
  const publicUrl = createPublicUrl({ HOST: "127.0.0.1" }, () => 3000);
  expect(publicUrl("localhost:3000")).toBe("http://localhost:3000");
  for (const host of ["evil.example:3000", "localhost:3001", "localhost:3000@evil.example", "", undefined])
    expect([host, publicUrl(host)]).toEqual([host, "http://127.0.0.1:3000"]);
});

test.each(["0.0.0.0", "::"])("never returns %s, which browsers cannot open", (HOST) => {
  const publicUrl = createPublicUrl({ HOST }, () => 3000);
  const own = external?.address ?? "127.0.0.1";
  expect(publicUrl("0.0.0.0:3000")).toBe(`http://${own.includes(":") ? `[${own}]` : own}:3000`);
});
