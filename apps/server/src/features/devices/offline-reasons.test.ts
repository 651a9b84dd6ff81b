import type { getAlarm } from "@verandah/contract/alarms/alarms.ts";
import type { DeviceEntry, OfflineReason } from "@verandah/contract/devices/devices.ts";
import type { AirUnits } from "@verandah/contract/hvac/hvac.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";
import type { DeviceHealth } from "@verandah/field/payloads.ts";
import { expect, test } from "vitest";

import { alerts, edge, evaluate, leaveAllEdges } from "../../testing/benches/alarm-bench.ts";
import { startTestApp } from "../../testing/start-test-app.ts";
import { recordDeviceHealth, recordEdgeStatus } from "./devices.service.ts";

type App = Awaited<ReturnType<typeof startTestApp>>;

const say = async (app: App, ssid: string, state: "online" | "offline") =>
  recordEdgeStatus(app.ctx, await edge(app, ssid), { state, at: 0 });

async function report(app: App, health: Partial<DeviceHealth>): Promise<void> {
  const device: DeviceHealth = { device: "T-AHU", state: "offline", since: 0, missedPolls: 3, ...health };
  await recordDeviceHealth(app.ctx, await edge(app, "T-GW"), { at: 0, devices: [device] });
  await evaluate(app);
}

async function detailsOf(app: App, ssid: string) {
  return (await (await app.as("viewer")).get(`/v1/gl_analytics/${ssid}/device`)).json<{
    state: string;
    stateSince: string | null;
    offlineReason: OfflineReason | null;
  }>();
}

/** Starts an app whose unit and gateway send values. */
async function startUnit(): Promise<App> {
  const app = await startTestApp();
  await say(app, "T-GW", "online");
  await app.measure("T-GW", "T-AHU", { "Return Air Temperature": 24 });
  await report(app, { state: "online", missedPolls: 0 });
  return app;
}

test("shows the gateway's reason on the device, maps, air units and alarm", async () => {
  await using app = await startUnit();
  expect(await detailsOf(app, "T-AHU")).toMatchObject({ state: "online", offlineReason: null });
  await report(app, { reason: "wrong-device" });
  expect(await detailsOf(app, "T-AHU")).toMatchObject({ state: "offline", offlineReason: "wrong-device" });
  const user = await app.as("viewer");
  const at = user.session.building.id;
  const devices = (await user.get(`/v1/gl_analytics/${at}/devicemap?type=AHU`)).json<DeviceEntry[]>();
  expect(devices).toMatchObject([{ ssid: "T-AHU", offlineReason: "wrong-device" }]);
  const { units } = (await user.get(`/v1/gl_analytics/${at}/airunits`)).json<AirUnits>();
  expect(units).toMatchObject([{ ssid: "T-AHU", offlineReason: "wrong-device" }]);
  const [alert] = (await alerts(app)).system;
  const alarm = await user.get(`/v1/alarms/${alert?.Alarm_Id}`);
  expect(alarm.json<ReplyOf<typeof getAlarm>>()).toMatchObject({
    alarm_code: 102,
    offlineReason: "wrong-device",
  });
});

test("shows on maps that a device has a stale value, also while others of its values arrive", async () => {
  await using app = await startUnit();
  const user = await app.as("viewer");
  const unit = async () =>
    (await user.get(`/v1/gl_analytics/${user.session.building.id}/devicemap?type=AHU`)).json<
      DeviceEntry[]
    >()[0];
  expect(await unit()).toMatchObject({ state: "online", hasStale: false });
  app.advance(60_000);
  await app.measure("T-GW", "T-AHU", { "Fire Alarm": 0 });
  await report(app, { state: "online", missedPolls: 0 });
  expect(await unit()).toMatchObject({ state: "online", hasStale: true });
  await app.measure("T-GW", "T-AHU", { "Return Air Temperature": 24 });
  expect(await unit()).toMatchObject({ hasStale: false });
});

test("updates a reason, and shows none from an older gateway or for an online device", async () => {
  await using app = await startUnit();
  await report(app, { reason: "no-answer" });
  await report(app, { reason: "connection-refused" });
  expect(await detailsOf(app, "T-AHU")).toMatchObject({ offlineReason: "connection-refused" });
  await report(app, {});
  expect(await detailsOf(app, "T-AHU")).toMatchObject({ offlineReason: "no-answer" });
  await report(app, { state: "online", missedPolls: 0 });
  expect(await detailsOf(app, "T-AHU")).toMatchObject({ state: "online", offlineReason: null });
});

test("shows the server's own reasons: the gateway is offline, a device is not connected, or it sends no values", async () => {
  await using app = await startUnit();
  await say(app, "T-GW", "offline");
  await say(app, "T-S1", "online");
  await say(app, "T-S2", "online");
  await app.measure("T-S1", "T-S1", { TEMPERATURE: 24 });
  await app.measure("T-S2", "T-S2", { TEMPERATURE: 24 });
  app.advance(60_000);
  await say(app, "T-S2", "offline");
  await evaluate(app);
  expect(await detailsOf(app, "T-AHU")).toMatchObject({ state: "unknown", offlineReason: "gateway-offline" });
  expect(await detailsOf(app, "T-S1")).toMatchObject({ state: "offline", offlineReason: "no-values" });
  expect(await detailsOf(app, "T-S2")).toMatchObject({ state: "offline", offlineReason: "not-connected" });
});

test("a device keeps the time when it first went offline through restarts of its gateway and of the server", async () => {
  await using app = await startUnit();
  const since = app.now().toISOString();
  await report(app, { reason: "no-answer" });
  expect(await detailsOf(app, "T-AHU")).toMatchObject({ state: "offline", stateSince: since });

  app.advance(60_000);
  await say(app, "T-GW", "offline");
  await evaluate(app);
  expect(await detailsOf(app, "T-AHU")).toMatchObject({
    state: "unknown",
    stateSince: app.now().toISOString(),
  });
  await say(app, "T-GW", "online");
  await report(app, { since: app.now().getTime(), reason: "no-answer" });
  expect(await detailsOf(app, "T-AHU")).toMatchObject({ state: "offline", stateSince: since });

  await leaveAllEdges(app);
  await evaluate(app);
  app.advance(1_000);
  await say(app, "T-GW", "online");
  await evaluate(app);
  expect(await detailsOf(app, "T-AHU")).toMatchObject({ state: "offline", stateSince: since });

  await app.measure("T-GW", "T-AHU", { "Return Air Temperature": 24 });
  await report(app, { state: "online", missedPolls: 0 });
  app.advance(1_000);
  await report(app, { reason: "no-answer" });
  expect(await detailsOf(app, "T-AHU")).toMatchObject({ stateSince: app.now().toISOString() });
});
