import { expect, test } from "vitest";

import { startWhole } from "./testing/benches/whole-bench.ts";
import { createReads } from "./testing/changes/whole-reads.ts";

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Over a minute, a quarter, the ends of bookings and overrides, values that turn stale, and midnight in Kolkata at 18:30 UTC. */
const stepsMs = [
  0,
  10 * SECOND_MS,
  MINUTE_MS,
  14 * MINUTE_MS,
  HOUR_MS + 10 * MINUTE_MS,
  9.5 * HOUR_MS,
  10 * MINUTE_MS,
];

/** A remaining time gets shorter and means the same instant. */
const withoutRemaining = (text: string) => text.replaceAll(/,"freshForMs":\d+/g, "");

/** The texts around the first difference. */
function differenceOf(before: string, after: string): string {
  let at = 0;
  while (before[at] === after[at]) at += 1;
  return [before, after].map((text) => text.slice(Math.max(0, at - 80), at + 80)).join(" → ");
}

test("a reply that changes by time alone says when", async () => {
  await using whole = await startWhole();
  const { app } = whole;
  const { reads, readAll } = await createReads(whole);
  const faults: string[] = [];
  const timed = new Set<string>();
  let before = await readAll(reads);
  for (const stepMs of stepsMs) {
    app.advance(stepMs);
    const nowMs = app.now().getTime();
    const time = app.now().toISOString();
    const after = await readAll(reads);
    for (const [at, [{ key, route }, { text, isData, changesAtMs = Infinity }]] of before.entries()) {
      const now = after[at]?.[1];
      if (!isData || !now) continue;
      if ((now.changesAtMs ?? Infinity) <= nowMs) faults.push(`${time} ${key} changes in the past`);
      if (withoutRemaining(now.text) === withoutRemaining(text)) continue;
      timed.add(route.path);
      if (changesAtMs > nowMs) faults.push(`${time} ${key}: ${differenceOf(text, now.text)}`);
    }
    before = after;
  }
  expect(faults).toEqual([]);
  // Without changes the test proves nothing.
  expect(timed.size).toBeGreaterThan(40);
}, 180_000);
