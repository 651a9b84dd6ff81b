import { expect, test } from "vitest";

import { createLoginLimit } from "./login-limit.ts";

/** A limit with a stopped clock. */
function aLimit() {
  let nowMs = 0;
  const limit = createLoginLimit(() => nowMs);
  return {
    ...limit,
    advance: (ms: number) => void (nowMs += ms),
    /** Tries wrong passwords one after the other. @returns how many were checked */
    guess(address: string, names: readonly string[]): number {
      let checked = 0;
      for (const name of names) {
        if (!limit.begin(address, name)) continue;
        limit.end(address, name, { ofAddress: 1 });
        checked += 1;
      }
      return checked;
    },
  };
}

const many = (count: number, nameOf: (at: number) => string = () => "E-1") =>
  Array.from({ length: count }, (_, at) => nameOf(at));

test("checks ten wrong passwords of a name from an address in a minute", () => {
  const limit = aLimit();
  expect(limit.guess("10.0.0.1", many(805))).toBe(10);
  expect(limit.guess("10.0.0.1", ["E-2"])).toBe(1);
  expect(limit.guess("10.0.0.2", ["E-1"])).toBe(1);
  limit.advance(59_999);
  expect(limit.guess("10.0.0.1", ["E-1"])).toBe(0);
  limit.advance(1);
  expect(limit.guess("10.0.0.1", ["E-1"])).toBe(1);
});

test("checks ten of many parallel logins of a name", () => {
  const limit = aLimit();
  expect(many(805).filter((name) => limit.begin("10.0.0.1", name))).toHaveLength(10);
});

test("after a hundred wrong passwords from an address checks five logins a second from there", () => {
  const limit = aLimit();
  expect(
    limit.guess(
      "10.0.0.1",
      many(805, (at) => `N-${at}`),
    ),
  ).toBe(100);
  let checked = 0;
  for (let at = 0; at < 50; at += 1) {
    limit.advance(100);
    checked += limit.guess("10.0.0.1", [`M-${at}`]);
  }
  expect(checked).toBe(25);
  expect(limit.guess("10.0.0.2", ["N-1"])).toBe(1);
});

test("wrong passwords from an address at other processes count for its rate", () => {
  const limit = aLimit();
  expect(limit.begin("10.0.0.1", "E-1")).toBe(true);
  limit.end("10.0.0.1", "E-1", { ofAddress: 100 });
  expect(limit.begin("10.0.0.1", "E-2")).toBe(false);
  limit.advance(200);
  expect(limit.begin("10.0.0.1", "E-2")).toBe(true);
});

test("a right password does not count", () => {
  const limit = aLimit();
  for (let at = 0; at < 200; at += 1) {
    expect(limit.begin("10.0.0.1", "E-1")).toBe(true);
    limit.end("10.0.0.1", "E-1", undefined);
  }
});
