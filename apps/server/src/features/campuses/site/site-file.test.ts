import type { previewSite } from "@verandah/contract/campuses/site-file.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";
import type { SiteDescription } from "@verandah/field/site.ts";
import { bengaluru } from "@verandah/simulator/campus/bengaluru.ts";
import { describeSite } from "@verandah/simulator/campus/site-description.ts";
import { expect, test } from "vitest";

import { aSite, passwordSha256Of, point } from "../../../testing/sites.ts";
import { startTestApp } from "../../../testing/start-test-app.ts";

type Preview = ReplyOf<typeof previewSite>;

/** A test app with its administrator, and the calls of a site file. */
async function setUp(site: SiteDescription = aSite()) {
  const app = await startTestApp({ sites: [site] });
  const user = await app.as("administrator");
  const idOf = async (key: string): Promise<number> =>
    Number((await app.query("select id from locations where key = $1", [key])).rows[0]?.["id"]);
  return {
    app,
    user,
    idOf,
    readFile: async (query = "") => (await user.get(`/v1/campuses/site${query}`)).body,
    preview: async (given: unknown, more: object = {}): Promise<Preview> =>
      (await user.post("/v1/campuses/site/preview", { site: given, ...more })).json(),
    load: (given: unknown, more: object = {}) => user.post("/v1/campuses/site", { site: given, ...more }),
    edit: (item: object) => user.post("/v1/campuses/tree/edit", { version: 1, ...item }),
    name: async (key: string) =>
      (await app.query("select name from locations where key = $1", [key])).rows[0]?.["name"],
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

const zonesOf = (site: SiteDescription) => site.buildings[0]?.floors[0]?.zones ?? [];
/** The test site with changes; the first zones are those of the ground floor. */
function changedSite(change: (site: SiteDescription, zones: ReturnType<typeof zonesOf>) => void) {
  const site = aSite();
  change(site, zonesOf(site));
  return site;
}
const total = ({ counts }: Preview["added"]) => Object.values(counts).reduce((sum, one) => sum + one, 0);

test("the exported demo campus gives the same campus elsewhere, and without a change the same text", async () => {
  await using one = await setUp(describeSite(bengaluru(), (ssid) => `password of ${ssid}`));
  const text = await one.readFile();
  expect(await one.readFile()).toBe(text);
  expect(text).not.toContain("passwordSha256");
  const exported: SiteDescription = JSON.parse(text);
  expect([exported.devices.length > 300, exported.energy !== undefined]).toEqual([true, true]);

  await using other = await setUp(exported);
  expect(await other.readFile()).toBe(text);
  const compared = await one.preview(text);
  expect(compared).toMatchObject({ errorCount: 0, added: { counts: {} }, changed: { counts: {} } });
  expect(compared).toMatchObject({ conflicts: { counts: {} }, notInFile: { counts: {} } });

  const { rows } = await one.app.query("select after from audit where action = 'export-site' order by id");
  expect(rows[0]?.["after"]).toEqual({
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    hasPasswords: false,
  });
  expect((await (await one.app.as("operator")).get("/v1/campuses/site")).statusCode).toBe(403);
});

test("a file with hashes keeps the passwords; one without keeps known ones, and a new gateway has none", async () => {
  await using bench = await setUp();
  const exported: SiteDescription = JSON.parse(await bench.readFile("?passwords=hashes"));
  expect(exported.edges.find(({ ssid }) => ssid === "T-GW")?.passwordSha256).toBe(passwordSha256Of("T-GW"));
  const { passwordSha256: _, ...plain } = { ...exported.edges[0], ssid: "T-NEW" };
  const stored = async () =>
    (
      await bench.app.query(
        "select ssid, password_sha256 as hash from edges where ssid in ('T-GW', 'T-NEW') order by ssid",
      )
    ).rows;
  const edges = [...JSON.parse(await bench.readFile()).edges, plain];
  expect((await bench.load({ ...exported, edges })).json()).toEqual({ isNew: true, added: 1, changed: 0 });
  expect(await stored()).toEqual([
    { ssid: "T-GW", hash: passwordSha256Of("T-GW") },
    { ssid: "T-NEW", hash: "none" },
  ]);
  expect(await bench.readFile("?passwords=hashes")).not.toContain('"passwordSha256": "none"');
  const later = [...exported.edges, { ...plain, passwordSha256: passwordSha256Of("T-NEW") }];
  expect((await bench.load({ ...exported, edges: later })).json()).toEqual({
    isNew: true,
    added: 0,
    changed: 1,
  });
  expect((await stored())[1]).toEqual({ ssid: "T-NEW", hash: passwordSha256Of("T-NEW") });
});

test("deactivated places, seats and devices, and rooms keep their state elsewhere", async () => {
  const site = changedSite((_site, [zone]) => {
    zone!.spaces = [
      { key: "T/r1", name: "Room 1", kind: "room", seats: 8, facilities: ["Screen"], position: [10, 20] },
    ];
  });
  await using bench = await setUp(site);
  const { rows } = await bench.app.query(
    "select id from devices where ssid = 'T-S1' union all select id from spaces",
  );
  await bench.edit({ kind: "place", id: await bench.idOf("T/f1/z1"), activated: false });
  await bench.edit({ kind: "device", id: rows[0]?.["id"], activated: false });
  await bench.edit({ kind: "space", id: rows[1]?.["id"], activated: false, seats: 6 });
  const text = await bench.readFile();
  await using other = await setUp(JSON.parse(text));
  expect(await other.readFile()).toBe(text);
  expect(text.match(/"isActive": false/g)).toHaveLength(3);
  expect((await bench.preview(site)).conflicts.rows.map(({ id }) => id)).toEqual([
    "space:T/r1.isActive",
    "space:T/r1.room",
    "place:T/f1/z1.isActive",
    "device:T-S1.isActive",
  ]);
  expect((await bench.load(site, { conflicts: { all: "file" } })).statusCode).toBe(200);
  await using fresh = await setUp(site);
  expect(await bench.readFile()).toBe(await fresh.readFile());
});

test("the difference lists additions, changes with both values, and what the file lacks; preview stores nothing", async () => {
  await using bench = await setUp();
  const before = await bench.readFile();
  const file = changedSite((site, [zone]) => {
    zone!.name = "Reception";
    zone!.areas = [];
    site.campus.latitude = 13;
    site.devices = site.devices.filter(({ ssid }) => ssid !== "T-S3");
    site.devices[0]!.points[0]!.max = 55;
    site.devices.push({ ...site.devices[0]!, ssid: "T-S9", name: "Sensor 9", points: [point("CO2", "ppm")] });
  });
  const found = await bench.preview(file);
  expect(found.added).toEqual({
    counts: { device: 1, point: 1 },
    rows: [
      { id: "device:T-S9", kind: "device", key: "T-S9", name: "Sensor 9" },
      { id: "point:T-S9/CO2", kind: "point", key: "T-S9/CO2", name: "CO2" },
    ],
  });
  expect(found.changed.rows.map(({ id, present, file: next }) => [id, present, next])).toEqual([
    ["campus:T.latitude", "12.97", "13"],
    ["place:T/g/z1.name", "Zone 1", "Reception"],
    ["point:T-S1/TEMPERATURE.max", "60", "55"],
  ]);
  expect(found.notInFile.counts).toEqual({ area: 1, device: 1, point: 4 });
  expect(await bench.readFile()).toBe(before);

  expect((await bench.load(file, { model: found.model })).json()).toEqual({
    isNew: true,
    added: 2,
    changed: 3,
  });
  const after = await bench.preview(file);
  expect([total(after.added), after.changed.rows, after.conflicts.rows]).toEqual([0, [], []]);
  expect((await bench.load(file, { model: after.model })).json()).toEqual({
    isNew: false,
    added: 0,
    changed: 0,
  });
});

test("a value that an administrator has set is a conflict: it stays, or the file's is taken", async () => {
  await using bench = await setUp();
  await bench.edit({ kind: "place", id: await bench.idOf("T/g/z1"), title: "Café" });
  await bench.edit({ kind: "place", id: await bench.idOf("T/g/z2"), title: "Lounge" });
  const file = changedSite((_site, zones) => {
    zones[0]!.name = "Reception";
    zones[1]!.name = "Hall";
  });
  const { conflicts, changed, model } = await bench.preview(file);
  expect(changed.rows).toEqual([]);
  expect(conflicts.rows.map((row) => [row.id, row.present, row.file, row.canTake])).toEqual([
    ["place:T/g/z1.name", "Café", "Reception", true],
    ["place:T/g/z2.name", "Lounge", "Hall", true],
  ]);
  expect((await bench.load(file)).json()).toEqual({ isNew: false, added: 0, changed: 0 });
  const choice = { conflicts: { all: "present", except: ["place:T/g/z2.name"] } };
  expect((await bench.load(file, { model, ...choice })).json()).toEqual({
    isNew: true,
    added: 0,
    changed: 1,
  });
  expect([await bench.name("T/g/z1"), await bench.name("T/g/z2")]).toEqual(["Café", "Hall"]);
  expect((await bench.preview(file)).conflicts.rows.map(({ id }) => id)).toEqual(["place:T/g/z1.name"]);
});

test("moves of devices, renewed passwords and saved tariffs are conflicts; moved places and other types stay in any case", async () => {
  await using bench = await setUp(aSite());
  const { app } = bench;
  const sensor = (await app.query("select id from devices where ssid = 'T-S1'")).rows[0]?.["id"];
  await bench.edit({ kind: "device", id: sensor, parent: await bench.idOf("T/g/z2") });
  await app.query("update edges set password_sha256 = $1 where ssid = 'T-GW'", ["e".repeat(64)]);
  const energy = { contractKilowatt: 100, carbonKilogramPerKilowattHour: 0.7, tariff: [] };
  await bench.user.post("/v1/energy/settings", energy);
  const file = changedSite((site, [, second]) => {
    site.buildings[0]!.floors[1]!.zones.push(second!);
    site.buildings[0]!.floors[0]!.zones.pop();
    site.devices[1]!.type = "WEATHERSTATION";
    site.devices[1]!.points = [point("TEMPERATURE", "degC", { min: -20, max: 60 })];
    site.energy = { ...energy, contractKilowatt: 200 };
  });
  const { conflicts, errors } = await bench.preview(file);
  expect(errors).toEqual([]);
  expect(conflicts.rows.map(({ id, canTake }) => [id, canTake])).toEqual([
    ["place:T/g/z2.parent", false],
    ["edge:T-GW.password", true],
    ["device:T-S1.location", true],
    ["device:T-S2.type", false],
    ["energy:.energy", true],
  ]);
  expect(JSON.stringify(conflicts)).not.toContain("eeee");
  await bench.load(file, { conflicts: { all: "file" } });
  expect((await bench.preview(file)).conflicts.rows.map(({ id }) => id)).toEqual([
    "place:T/g/z2.parent",
    "device:T-S2.type",
  ]);
  const { rows } = await app.query("select password_sha256 as hash from edges where ssid = 'T-GW'");
  expect(rows).toEqual([{ hash: passwordSha256Of("T-GW") }]);
});

test("a place with an unknown key and the name of a present place is that place, or another one, by choice", async () => {
  await using bench = await setUp();
  const { app, user } = bench;
  const added = await user.post("/v1/campuses/tree/add", {
    parent: await bench.idOf("T/g"),
    type: "zone",
    title: "Lab",
  });
  const { id } = added.json<{ id: number }>();
  const file = changedSite((_site, zones) => void zones.push({ key: "T/g/lab", name: "LAB", areas: [] }));
  const { sameNames, added: additions, model } = await bench.preview(file);
  expect(sameNames.rows).toEqual([
    {
      id: "place:T/g/lab",
      kind: "zone",
      key: "T/g/lab",
      name: "LAB",
      presentKey: expect.stringMatching(/-/),
    },
  ]);
  expect(additions.rows).toEqual([]);
  const without = await bench.load(file);
  expect([without.statusCode, without.json().fields.site]).toEqual([
    400,
    'buildings.0.floors.0.zones.2: "LAB" is here already with another key. Choose whether it is the same place',
  ]);
  const another = { places: { all: "same", except: ["place:T/g/lab"] } };
  expect((await bench.preview(file, another)).added.rows).toHaveLength(1);
  expect((await bench.load(file, { model, places: { all: "same" } })).statusCode).toBe(200);
  const { rows } = await app.query("select id, name from locations where key = 'T/g/lab'");
  expect(rows).toEqual([{ id, name: "LAB" }]);
  expect((await bench.preview(file)).sameNames.rows).toEqual([]);
});

test("with another place by choice, a second place is added", async () => {
  await using bench = await setUp();
  const file = changedSite((site) => {
    site.buildings[0]!.key = "T/new";
    site.buildings[0]!.floors = [
      { key: "T/new/g", name: "Ground", floorType: "wlms", zones: [] },
      { key: "T/new/2", name: "Second", floorType: "wlms", zones: [] },
    ];
    site.devices = [];
  });
  const { sameNames, added } = await bench.preview(file);
  expect([sameNames.rows.map(({ id }) => id), added.rows.map(({ id }) => id)]).toEqual([
    ["place:T/new", "place:T/new/g"],
    ["place:T/new/2"],
  ]);
  // The places of another building are not here yet.
  const other = await bench.preview(file, { places: { all: "another" } });
  expect(other.sameNames.rows.map(({ id }) => id)).toEqual(["place:T/new"]);
  expect((await bench.load(file, { places: { all: "another" } })).json()).toMatchObject({
    added: 3,
    changed: 0,
  });
  const { rows } = await bench.app.query("select count(*)::int as count from locations where name = 'Tower'");
  expect(rows).toEqual([{ count: 2 }]);
});

test("a model that changed after the comparison is refused, and nothing is stored", async () => {
  await using bench = await setUp();
  const file = changedSite((_site, zones) => void (zones[0]!.name = "Reception"));
  const { model } = await bench.preview(file);
  await bench.edit({ kind: "place", id: await bench.idOf("T/g/z2"), title: "Lounge" });
  const refused = await bench.load(file, { model });
  expect([refused.statusCode, refused.json().code]).toEqual([409, "site-changed"]);
  expect(await bench.name("T/g/z1")).toBe("Zone 1");
  const again = await bench.preview(file);
  expect((await bench.load(file, { model: again.model })).statusCode).toBe(200);
});

test("a device that an administrator deleted is named, and its file adds it not again", async () => {
  await using bench = await setUp();
  await bench.app.query(
    "update devices set removed_at = now(), site_ssid = ssid, ssid = 'removed' where ssid = 'T-AHU'",
  );
  const { conflicts, added } = await bench.preview(aSite());
  expect(conflicts.rows).toMatchObject([
    { id: "device:T-AHU", field: "ssid", present: null, canTake: false },
  ]);
  expect(total(added)).toBe(0);
});

test("a place, seat or room that an administrator removed is named, and its file leaves it removed", async () => {
  await using bench = await setUp();
  const isZone = "key = 'T/g/z1'";
  await bench.app.query(
    `update locations set removed_at = now() where ${isZone} or parent_id = (select id from locations where ${isZone})`,
  );
  await bench.app.query(
    `update spaces set removed_at = now() where zone_id = (select id from locations where ${isZone})`,
  );
  const { conflicts, added, errors } = await bench.preview(aSite());
  expect(errors).toEqual([]);
  expect(total(added)).toBe(0);
  expect(conflicts.rows[0]).toEqual({
    id: "place:T/g/z1",
    kind: "zone",
    key: "T/g/z1",
    name: "Zone 1",
    field: "removed",
    present: "true",
    file: "false",
    canTake: false,
  });
  const loaded = await bench.load(changedSite((site) => (site.campus.city = "Mysuru")));
  expect(loaded.statusCode).toBe(200);
  const { rows } = await bench.app.query(`select removed_at from locations where ${isZone}`);
  expect(rows[0]?.["removed_at"]).not.toBeNull();
});

test("an import keeps the version of the start's site file, so a restart does not import that again", async () => {
  await using bench = await setUp();
  const read = async () =>
    (await bench.app.query("select site_sha256 as sha from campuses")).rows[0]?.["sha"];
  expect(await read()).toBe("version-0");
  await bench.load(changedSite((_site, zones) => void (zones[0]!.name = "Reception")));
  expect(await read()).toBe("version-0");
});
