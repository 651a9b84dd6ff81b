import type { Override } from "@verandah/contract/overrides.ts";
import { expect, test } from "vitest";

import { campusCtx } from "#core/ctx.ts";

import { bringUp } from "../../testing/command-bench.ts";
import { aSite } from "../../testing/sites.ts";
import { startTestApp } from "../../testing/start-test-app.ts";
import { orderWrites } from "./commands.service.ts";

const RAT = "ahu_in_air_temperature_sp";
const point = { ssid: "T-AHU", param_id: RAT };

async function setUp(sites?: Parameters<typeof startTestApp>[0]) {
  const app = await startTestApp({ now: "2026-01-05T08:00:00Z", ...sites });
  const gateway = await bringUp(app);
  const user = await app.as("operator");
  const url = `/v1/overrides?building=${app.places[0]?.buildingId}`;
  return {
    app,
    gateway,
    user,
    url,
    list: async () => (await user.get(url)).json<Override[]>(),
    order: (value: number, more: object = {}) =>
      user.post("/v1/commands", { writes: [{ ...point, value }], ...more }),
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

test("what a person wrote stands in the list once it is verified: who, why, since and until when", async () => {
  await using field = await setUp();
  await field.order(22, { reason: "Too warm", until: "2026-01-05T09:00:00Z" });
  expect(await field.list()).toEqual([]);
  await field.gateway.verifyAll();
  expect(await field.list()).toMatchObject([
    {
      ...point,
      deviceName: "Unit T-AHU",
      floorName: "Ground",
      value: 22,
      by: { name: "operator" },
      reason: "Too warm",
      since: "2026-01-05T08:00:00.000Z",
      until: "2026-01-05T09:00:00.000Z",
      isOverdue: false,
      isReleasing: false,
      instead: { value: 24, from: "before" },
    },
  ]);
});

test("the release button writes NULL at a person's priority, and the list loses it when that is verified", async () => {
  await using field = await setUp();
  await field.order(22);
  await field.gateway.verifyAll();
  const answer = await field.user.post("/v1/overrides/release", point);
  expect(answer.json()).toEqual({ message: "ACCEPTED", commandId: expect.any(String) });
  expect((await field.list())[0]?.isReleasing).toBe(true);
  await field.gateway.verifyAll();
  expect(field.gateway.sent.at(-1)).toMatchObject({ value: null, priority: 8 });
  expect(field.gateway.sent.at(-1)?.until).toBeUndefined();
  expect(await field.list()).toEqual([]);
});

test("at its end it is overdue until its gateway says that it is released", async () => {
  await using field = await setUp();
  await field.order(22, { until: "2026-01-05T09:00:00Z" });
  await field.gateway.verifyAll();
  field.app.advance(3_600_000);
  expect((await field.list())[0]?.isOverdue).toBe(true);
  await field.gateway.answer(field.gateway.sent[0]?.id ?? "", "released");
  expect(await field.list()).toEqual([]);
});

test("an order in place of another takes its row, and what was before the first is what would be", async () => {
  await using field = await setUp();
  await field.order(22);
  await field.gateway.verifyAll();
  await field.app.measure("T-GW", "T-AHU", { [RAT]: 22 });
  await field.order(20);
  await field.gateway.verifyAll();
  expect(await field.list()).toMatchObject([{ value: 20, instead: { value: 24, from: "before" } }]);
});

test("one that failed leaves the one before it in force", async () => {
  await using field = await setUp();
  await field.order(22);
  await field.gateway.verifyAll();
  await field.order(20);
  await field.gateway.dispatch();
  await field.gateway.answer(field.gateway.sent.at(-1)?.id ?? "", "failed", { failure: "refused" });
  expect(await field.list()).toMatchObject([{ value: 22 }]);
});

test("what a schedule wrote stands behind a person's order, and is no override itself", async () => {
  await using field = await setUp();
  const { ctx, places } = field.app;
  await orderWrites(campusCtx(ctx, places[0]?.campusId ?? 0, "Nights"), {
    writes: [{ ssid: "T-AHU", paramId: RAT, value: 28 }],
    origin: { kind: "schedule", name: "Nights" },
  });
  await field.gateway.verifyAll();
  expect(await field.list()).toEqual([]);
  await field.order(22);
  await field.gateway.verifyAll();
  expect(await field.list()).toMatchObject([{ value: 22, instead: { value: 28, from: "schedule" } }]);
});

test("viewers see the list and release nothing; another campus's building is not there", async () => {
  await using field = await setUp({ sites: [aSite("T"), aSite("O", "Other Campus")] });
  await field.order(22);
  await field.gateway.verifyAll();
  const viewer = await field.app.as("viewer");
  expect((await viewer.get(field.url)).json()).toHaveLength(1);
  expect((await viewer.post("/v1/overrides/release", point)).statusCode).toBe(403);
  const stranger = await field.app.as("other-operator");
  expect((await stranger.get(field.url)).statusCode).toBe(404);
  expect((await stranger.post("/v1/overrides/release", point)).statusCode).toBe(404);
});
