import { expect, test, vi } from "vitest";

import { createRefusalLog } from "./refusal-log.ts";

test("logs three refusals per address and minute, and later the number of those it did not log", () => {
  let nowMs = 0;
  const warn = vi.fn<(data: object) => void>();
  const refuse = createRefusalLog({ warn }, () => nowMs);
  for (let at = 0; at < 5; at += 1) refuse({ address: "10.0.0.1", reason: "wrong password" });
  refuse({ address: "10.0.0.2", reason: "wrong password" });
  expect(warn).toHaveBeenCalledTimes(4);
  nowMs = 60_000;
  refuse({ address: "10.0.0.1", reason: "wrong password" });
  expect(warn).toHaveBeenCalledTimes(4);
  nowMs = 60_001;
  refuse({ address: "10.0.0.1", reason: "wrong password" });
  expect(warn.mock.lastCall?.[0]).toEqual({ address: "10.0.0.1", reason: "wrong password", notLogged: 3 });
});

test("stores at most a thousand addresses", () => {
  const warn = vi.fn<(data: object) => void>();
  const refuse = createRefusalLog({ warn }, () => 0);
  for (let at = 0; at < 5_000; at += 1) refuse({ address: `address ${at}`, reason: "noise" });
  expect(warn).toHaveBeenCalledTimes(1_003);
});
