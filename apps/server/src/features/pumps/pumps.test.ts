import type { DeviceReadings } from "@verandah/contract/telemetry/telemetry.ts";
import { expect, test } from "vitest";

import { aDevice, aSite } from "../../testing/sites.ts";
import { startTestApp } from "../../testing/start-test-app.ts";
import { evaluateAlarms } from "../alarms/evaluation/alarm-evaluation.service.ts";

/** A campus with three pumps, of which the customer has two. */
async function startPumps() {
  const site = aSite("T");
  for (const ssid of ["P-1", "P-2", "P-3"])
    site.devices.push(
      aDevice("SOLARPUMP", ssid, ["MotorStatus", "WaterflowRate_in_lpm", "FaultCondition"], {
        location: "T/g",
        edge: "T-GW",
      }),
    );
  const app = await startTestApp({ sites: [site, aSite("O", "Other Campus")] });
  const customer = await app.as("pumpCustomer");
  await app.query("insert into pump_customers select $1, id from devices where ssid in ('P-1', 'P-2')", [
    customer.session.user.id,
  ]);
  return { app, customer };
}

test("a customer sees only the own pumps, with the time of their last value", async () => {
  const { app, customer } = await startPumps();
  await using _ = app;
  await app.measure("T-GW", "P-1", { MotorStatus: 1, WaterflowRate_in_lpm: 96.5 });
  const pumps = (await customer.get("/v1/pumps")).json();
  expect(pumps.map(({ ssid }: { ssid: string }) => ssid)).toEqual(["P-1", "P-2"]);
  const [{ values }] = (await customer.get("/v1/telemetry/latest?devices=P-1")).json();
  expect(values).toContainEqual(
    expect.objectContaining({ param_id: "WaterflowRate_in_lpm", param_value: 96.5, quality: "good" }),
  );
  expect(pumps[0].lastSeenAt).toBe(values[0].measured_time);
  expect(pumps[1]).toMatchObject({ lastSeenAt: null });
});

test("a pump has its active alarms, for its customer and for staff", async () => {
  const { app, customer } = await startPumps();
  await using _ = app;
  await app.measure("T-GW", "P-1", { FaultCondition: 2 });
  await evaluateAlarms(app.ctx);
  for (const user of [customer, await app.as("viewer")]) {
    const pumps = (await user.get("/v1/pumps")).json();
    expect(pumps[0].alarms).toMatchObject([{ alarm_code: 240, ssid: "P-1", state: "active" }]);
    expect(pumps[1].alarms).toEqual([]);
  }
});

test("staff see all pumps of their campus, other campuses none of them, and members get 403", async () => {
  const { app } = await startPumps();
  await using _ = app;
  expect((await (await app.as("viewer")).get("/v1/pumps")).json()).toHaveLength(3);
  expect((await (await app.as("other-administrator")).get("/v1/pumps")).json()).toEqual([]);
  expect((await (await app.as("member")).get("/v1/pumps")).statusCode).toBe(403);
});

test("a customer gets the values of the own pumps only, a member of no device", async () => {
  const { app, customer } = await startPumps();
  await using _ = app;
  const url = "/v1/telemetry/latest?devices=P-3,P-1,T-AHU,P-9";
  expect((await customer.get(url)).json<DeviceReadings[]>().map(({ ssid }) => ssid)).toEqual(["P-1"]);
  expect((await (await app.as("member")).get(url)).statusCode).toBe(403);
  expect((await (await app.as("other-administrator")).get(url)).json()).toEqual([]);
});

test("denies a customer the live stream of a building", async () => {
  const { app, customer } = await startPumps();
  await using _ = app;
  const { building } = customer.session;
  expect((await customer.get(`/v1/live?building=${building.id}`)).statusCode).toBe(404);
});
