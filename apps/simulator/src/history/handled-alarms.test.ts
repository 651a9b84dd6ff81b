import type { EventMessage } from "@verandah/field/payloads.ts";
import { expect, test } from "vitest";

import { withActions } from "./handled-alarms.ts";

const HOUR_MS = 3_600_000;
const alarm = (device: string, code: number, hour: number): EventMessage => ({
  device,
  code,
  message: "It was out",
  state: "returned",
  since: hour * HOUR_MS,
  at: (hour + 4) * HOUR_MS,
});

test("alarms of the past were handled after different delays by different people, and some not at all", () => {
  const alarms = Array.from({ length: 12 }, (_, n) => alarm(`S-${n}`, n % 2 === 0 ? 120 : 210, n * 10));
  const handled = withActions(alarms, 1_000 * HOUR_MS);
  const delays = handled.flatMap(({ since = 0, actions = [] }) => actions.map((action) => action.at - since));
  expect(new Set(delays).size).toBeGreaterThan(4);
  expect(new Set(handled.flatMap(({ actions = [] }) => actions.map(({ by }) => by)))).toEqual(
    new Set(["operator", "admin"]),
  );
  expect(handled.filter(({ actions }) => actions === undefined)).not.toEqual([]);
  for (const { since = 0, actions = [] } of handled)
    for (const action of actions) expect(action.at).toBeGreaterThan(since);
});

test("alarms raised together were acknowledged one after the other; a filter was ignored with a reason", () => {
  const [first, second, filter, ...others] = withActions(
    [alarm("U-1", 120, 1), alarm("U-2", 120, 1), alarm("A-1", 220, 30)],
    1_000 * HOUR_MS,
  );
  expect(others).toEqual([]);
  const [one] = first?.actions ?? [];
  expect(second?.actions).toEqual([{ ...one, at: (one?.at ?? 0) + 4_000 }]);
  expect(filter?.actions).toMatchObject([{ kind: "ignored", note: "Filter on order, delivery on Thursday" }]);
});

test("no action is later than the end of the past", () => {
  expect(withActions([alarm("U-1", 120, 1)], 1 * HOUR_MS + 1)[0]?.actions).toBeUndefined();
});
