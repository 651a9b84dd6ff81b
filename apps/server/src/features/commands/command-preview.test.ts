import type { PreviewedWrite } from "@verandah/contract/commands/commands.ts";
import { expect, test } from "vitest";

import { bringUp } from "../../testing/benches/command-bench.ts";
import { addLights, aSite } from "../../testing/sites.ts";
import { startTestApp } from "../../testing/start-test-app.ts";

const setpoint = "ahu_in_air_temperature_sp";

async function start() {
  const app = await startTestApp();
  const gateway = await bringUp(app);
  const user = await app.as("operator");
  return {
    app,
    gateway,
    user,
    async preview(...writes: { ssid?: string; param_id?: string; value: number | null }[]) {
      const answer = await user.post("/v1/commands/preview", {
        writes: writes.map((write) => ({ ssid: "T-AHU", param_id: setpoint, ...write })),
      });
      return answer.json<PreviewedWrite[]>();
    },
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

const unit = { ssid: "T-AHU", name: "Unit T-AHU", param_id: setpoint };
const none = { offlineReason: null, refusal: null, heldBy: null };

test("returns which writes change something, and sends none", async () => {
  await using bench = await start();
  expect(await bench.preview({ value: 22 })).toEqual([{ ...unit, ...none, outcome: "changes" }]);
  expect(await bench.preview({ value: 24 })).toEqual([{ ...unit, ...none, outcome: "same" }]);
  const { rows } = await bench.app.query("select count(*)::int as n from commands");
  expect(rows).toEqual([{ n: 0 }]);
});

test("an old reading does not prove that the point has the value", async () => {
  await using bench = await start();
  bench.app.advance(60_000);
  await bench.app.measure("T-GW", "T-AHU", { "Return Air Temperature": 24 });
  await bench.gateway.refresh();
  expect(await bench.preview({ value: 24 })).toMatchObject([{ outcome: "changes" }]);
});

test("names a device that is offline, with the reason", async () => {
  await using bench = await start();
  bench.app.advance(10 * 60_000);
  await bench.gateway.refresh();
  expect(await bench.preview({ value: 22 })).toMatchObject([{ outcome: "offline", refusal: null }]);
});

test("names another client whose value is of higher rank", async () => {
  await using bench = await start();
  await bench.app.query(
    `insert into foreign_overrides (point_id, priority, value, since)
      select id, 5, 20, now() from points where param_id = '${setpoint}'`,
  );
  expect(await bench.preview({ value: 22 })).toMatchObject([{ outcome: "overridden", heldBy: 5 }]);
});

test.each([
  [{ value: 99 }, "setpoint-out-of-range"],
  [{ param_id: "Return Air Temperature", value: 20 }, "point-not-writable"],
  [{ param_id: "no such point", value: 20 }, "not-found"],
  [{ ssid: "NO-SUCH", value: 20 }, "not-found"],
])("%j would be refused: %s", async (write, refusal) => {
  await using bench = await start();
  expect(await bench.preview(write)).toMatchObject([{ outcome: "refused", refusal }]);
});

test("of a point that is named twice, the first write is made and the second refused", async () => {
  await using bench = await start();
  expect(await bench.preview({ value: 22 }, { value: 23 })).toMatchObject([
    { outcome: "changes", refusal: null },
    { outcome: "refused", refusal: "write-repeated" },
  ]);
});

test("a lamp at the level may be in Auto, so that the command changes it", async () => {
  await using app = await startTestApp({ sites: [addLights(aSite())] });
  await app.measure("T-GW", "50d001", { light_level: 60, light_level_sp: 60, light_mode: 1 });
  await bringUp(app);
  const user = await app.as("operator");
  const answer = await user.post("/v1/commands/preview", {
    writes: [{ ssid: "50d001", param_id: "light_level_sp", value: 60 }],
  });
  expect(answer.json()).toMatchObject([{ outcome: "changes" }]);
});
