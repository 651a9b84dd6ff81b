import { createHash } from "node:crypto";

import { expect, test } from "vitest";

import { aDevice, aSite } from "../../testing/sites.ts";
import { startTestApp } from "../../testing/start-test-app.ts";

const topicId = (number: number) => `ASPump20260000000000000000007${number}`;
const renewed = topicId(1);
const deleted = topicId(2);
const moved = topicId(3);
const renamed = topicId(4);
const other = topicId(5);

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

test("a new site file keeps what an administrator changed on its pumps, and takes a changed secret", async () => {
  const siteOf = (secret: string, name = "Pump") => {
    const site = aSite();
    for (const ssid of [renewed, deleted, moved, renamed]) {
      site.edges.push({ ssid, name, kind: "device", passwordSha256: sha256(secret) });
      site.devices.push({
        ...aDevice("SOLARPUMP", ssid, ["MotorStatus"], { location: "T/g", edge: ssid }),
        name,
      });
    }
    return site;
  };
  await using app = await startTestApp({ sites: [siteOf("first")] });
  const admin = await app.as("administrator");
  const idOf = async (ssid: string) =>
    Number((await app.query("select id from devices where ssid = $1", [ssid])).rows[0]?.["id"]);
  await admin.post("/v1/pump_devices/renew_credentials", { id: await idOf(renewed) });
  await admin.post("/v1/pump_devices/delete", { id: await idOf(deleted) });
  await admin.post("/v1/pump_devices/edit", {
    id: await idOf(moved),
    name: "Pump 3",
    ss_address_value: other,
  });
  await admin.post("/v1/pump_devices/edit", {
    id: await idOf(renamed),
    name: "Well",
    ss_address_value: renamed,
  });
  const stored = async () =>
    (
      await app.query(
        `select d.ssid, d.name, e.ssid as edge, e.name as edge_name, e.password_sha256 as secret from edges e
          left join devices d on d.edge_id = e.id where e.ssid like 'ASPump%' order by e.id`,
      )
    ).rows;
  const before = await stored();
  const load = (site: object) => admin.post("/v1/campuses/site", { site });
  expect((await load(siteOf("first", "Solar pump"))).statusCode).toBe(200);
  const wanted = before.map((row) =>
    row["ssid"] === renewed ? { ...row, name: "Solar pump", edge_name: "Solar pump" } : row,
  );
  expect(await stored()).toEqual(wanted);
  await load(siteOf("new secret", "Solar pump"));
  const secrets = (await stored()).map(({ secret }) => secret);
  expect(secrets).toEqual([sha256("new secret"), "", sha256("first"), sha256("new secret")]);
});

test("changes of a pump with the id of its gateway leave the gateway as it is", async () => {
  const site = aSite();
  site.edges.push({ ssid: renewed, name: "Gateway", kind: "gateway", passwordSha256: "secret" });
  site.devices.push(aDevice("SOLARPUMP", renewed, ["MotorStatus"], { location: "T/g", edge: renewed }));
  await using app = await startTestApp({ sites: [site] });
  const admin = await app.as("administrator");
  const { rows } = await app.query("select id from devices where ssid = $1", [renewed]);
  const id = rows[0]?.["id"];
  const edit = (ss_address_value: string) =>
    admin.post("/v1/pump_devices/edit", { id, name: "Well", ss_address_value });
  expect((await edit(other)).statusCode).toBe(200);
  expect((await edit(renewed)).json()).toMatchObject({ code: "topic-id-taken" });
  await app.query("update devices set ssid = $1 where id = $2", [renewed, id]);
  expect((await admin.post("/v1/pump_devices/renew_credentials", { id })).statusCode).toBe(404);
  expect((await admin.post("/v1/pump_devices/delete", { id })).statusCode).toBe(200);
  const gateway = await app.query(
    "select ssid, name, password_sha256 as secret from edges where kind = 'gateway' and ssid <> 'T-GW'",
  );
  expect(gateway.rows).toEqual([{ ssid: renewed, name: "Gateway", secret: "secret" }]);
});
