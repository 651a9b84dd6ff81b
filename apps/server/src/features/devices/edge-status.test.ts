import type { StatusMessage } from "@verandah/field/payloads.ts";
import { expect, test } from "vitest";

import { edge } from "../../testing/benches/alarm-bench.ts";
import { startTestApp } from "../../testing/start-test-app.ts";
import { createEdgeStatuses, recordEdgeStatus } from "./devices.service.ts";

const drivers = [{ protocol: "bacnet", isUp: true, restarts: 0, devices: 3, counts: { malformed: 1 } }];

/** The stored edge, with the transaction that wrote it last. */
async function start() {
  const app = await startTestApp();
  const gateway = await edge(app, "T-GW");
  return {
    app,
    report: (message: Partial<StatusMessage>) =>
      recordEdgeStatus(app.ctx, gateway, { state: "online", at: 0, ...message }),
    stored: async () =>
      (
        await app.query(
          "select xmin::text, state, state_since, software, outbox_pending, outbox_dropped, drivers from edges where ssid = 'T-GW'",
        )
      ).rows[0],
  };
}

test("a status that repeats the last one writes nothing, and one that differs is stored", async () => {
  const { app, report, stored } = await start();
  await using _ = app;
  const full = { software: "1.2", outbox: { pending: 3, dropped: 0 }, drivers };
  await report(full);
  const first = await stored();
  expect(first).toMatchObject({ state: "online", software: "1.2", outbox_pending: 3, drivers });
  app.advance(60_000);
  await report(full);
  expect(await stored()).toEqual(first);
  await report({ ...full, outbox: { pending: 4, dropped: 0 } });
  const second = await stored();
  expect(second).toMatchObject({ outbox_pending: 4, state_since: first?.["state_since"] });
  expect(second?.["xmin"]).not.toBe(first?.["xmin"]);
});

test("a status without software or drivers keeps those before, and a last will keeps all but the state", async () => {
  const { app, report, stored } = await start();
  await using _ = app;
  await report({ software: "1.2", outbox: { pending: 3, dropped: 1 }, drivers });
  await report({});
  expect(await stored()).toMatchObject({ software: "1.2", drivers, outbox_pending: null });
  await report({ outbox: { pending: 3, dropped: 1 } });
  const before = await stored();
  app.advance(60_000);
  await report({ state: "offline" });
  const after = await stored();
  expect(after).toMatchObject({ state: "offline", software: "1.2", outbox_pending: 3, outbox_dropped: 1 });
  expect(after?.["state_since"]).not.toEqual(before?.["state_since"]);
});

test("statuses that arrive together share a statement, and one that cannot be stored is refused alone", async () => {
  await using app = await startTestApp();
  const edges = await Promise.all(["T-GW", "T-S1", "T-S2"].map((ssid) => edge(app, ssid)));
  const record = createEdgeStatuses(app.ctx);
  const stored = async () =>
    (
      await app.query(
        "select xmin::text, state from edges where ssid in ('T-GW', 'T-S1', 'T-S2') order by ssid",
      )
    ).rows;
  await Promise.all(edges.map((one) => record({ edge: one, message: { state: "online", at: 0 } })));
  const online = await stored();
  expect(online.map(({ state }) => state)).toEqual(["online", "online", "online"]);
  expect(new Set(online.map(({ xmin }) => xmin)).size).toBe(1);
  const outbox = { pending: 2 ** 40, dropped: 0 };
  const results = await Promise.allSettled(
    edges.map((one, at) =>
      record({ edge: one, message: { state: "offline", at: 0, ...(at === 1 && { outbox }) } }),
    ),
  );
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect((await stored()).map(({ state }) => state)).toEqual(["offline", "online", "offline"]);
});
