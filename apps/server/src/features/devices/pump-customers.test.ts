import { expect, test } from "vitest";

import { listOwnPumpIds } from "#features/devices/pump-customers.service.ts";
import { createDemoUsers } from "#features/users/users.service.ts";

import { aDevice, aSite } from "../../testing/sites.ts";
import { startTestApp } from "../../testing/start-test-app.ts";

test("maps two pumps of the campus to the demo's farmer once, and keeps the mapping after a restart", async () => {
  const [site, other] = [aSite("T"), aSite("O", "Other Campus")];
  other.devices.push(aDevice("SOLARPUMP", "A-OTHER", ["FaultCondition"], { location: "O/g", edge: "O-GW" }));
  for (const ssid of ["P-3", "P-1", "P-2"])
    site.devices.push(aDevice("SOLARPUMP", ssid, ["FaultCondition"], { location: "T/g", edge: "T-GW" }));
  await using app = await startTestApp({ sites: [site, other] });
  const [place] = app.places;
  if (!place) throw new Error("no place");
  const mapped = async () =>
    (
      await app.query(
        "select username, ssid from pump_customers c join users u on u.id = c.user_id join devices d on d.id = c.device_id order by ssid",
      )
    ).rows;

  await createDemoUsers(app.ctx, place, async () => "hash");
  const expected = ["P-1", "P-2"].map((ssid) => ({ username: "farmer", ssid }));
  expect(await mapped()).toEqual(expected);

  await app.query("delete from pump_customers where device_id = (select id from devices where ssid = 'P-1')");
  await createDemoUsers(app.ctx, place, async () => "hash");
  expect(await mapped()).toEqual(expected.slice(1));
});

test("lists the pumps mapped to a customer by name", async () => {
  const site = aSite("T");
  for (const ssid of ["P-2", "P-1", "P-3"])
    site.devices.push(aDevice("SOLARPUMP", ssid, ["FaultCondition"], { location: "T/g", edge: "T-GW" }));
  await using app = await startTestApp({ sites: [site] });
  const { session } = await app.as("pumpCustomer");
  await app.query("insert into pump_customers select $1, id from devices where ssid in ('P-1', 'P-2')", [
    session.user.id,
  ]);
  const { rows } = await app.query("select id from devices where ssid in ('P-1', 'P-2') order by name");
  const own = (userId: number, campusId: number) =>
    listOwnPumpIds({ ...app.ctx, actor: { userId, campusId } });
  const campusId = app.places[0]?.campusId ?? 0;
  expect(await own(session.user.id, campusId)).toEqual(rows.map(({ id }) => id));
  expect(await own(session.user.id, campusId + 1)).toEqual([]);
  expect(await own(session.user.id + 1, campusId)).toEqual([]);
});
