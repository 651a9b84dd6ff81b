import { expect, test } from "vitest";

import { aDevice, aSite } from "../../testing/sites.ts";
import { startTestApp } from "../../testing/start-test-app.ts";

const DAY_MS = 86_400_000;

/** P-1, which one customer had from its first reading on, and another customer without a pump. */
async function start() {
  const site = aSite();
  site.devices.push(aDevice("SOLARPUMP", "P-1", ["MotorStatus"], { location: "T/g", edge: "T-GW" }));
  const app = await startTestApp({ sites: [site] });
  const admin = await app.as("administrator");
  for (const username of ["asha", "ravi"])
    await admin.post("/v1/users", { username, password: "Secret123", role: 4 });
  await app.query(
    "insert into pump_customers select u.id, d.id from users u, devices d where username = 'asha' and ssid = 'P-1'",
  );
  const map = async (username: string) => {
    const { rows } = await app.query(
      "select u.id as zone_id, d.id as ss_id from users u, devices d where username = $1 and ssid = 'P-1'",
      [username],
    );
    return (await (await app.as("administrator")).post("/v1/user_devices", rows[0])).statusCode;
  };
  const mappings = async (table: string) =>
    (await app.query(`select username, m.since from ${table} m join users on id = user_id`)).rows;
  return { app, map, mappings };
}

test("a pump that is mapped back on the same day has the customer's whole history again", async () => {
  const { app, map, mappings } = await start();
  await using _ = app;
  expect([await map("ravi"), await map("asha")]).toEqual([200, 200]);
  expect(await mappings("pump_customers")).toEqual([{ username: "asha", since: null }]);
  expect(await mappings("past_pump_customers")).toEqual([]);
});

test("a pump that is mapped back does not change the history of another pump", async () => {
  const { app, map, mappings } = await start();
  await using _ = app;
  await app.query(`
    insert into past_pump_customers (user_id, device_id, until)
    select u.id, d.id, '2026-01-04T18:30:00Z' from users u, devices d where username = 'asha' and ssid = 'T-AHU'`);
  expect([await map("ravi"), await map("asha")]).toEqual([200, 200]);
  expect(await mappings("past_pump_customers")).toEqual([{ username: "asha", since: null }]);
});

test("a pump that is mapped back on a later day begins again", async () => {
  const { app, map, mappings } = await start();
  await using _ = app;
  await map("ravi");
  app.advance(DAY_MS);
  expect(await map("asha")).toBe(200);
  expect(await mappings("pump_customers")).toEqual([
    { username: "asha", since: new Date("2026-01-05T18:30:00Z") },
  ]);
  expect(await mappings("past_pump_customers")).toHaveLength(2);
});
