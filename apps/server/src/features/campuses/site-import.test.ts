import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

import { expect, test } from "vitest";

import { aSite } from "../../testing/sites.ts";
import { startTestApp } from "../../testing/start-test-app.ts";
import { createFirstCampus } from "./first-campus.service.ts";
import { importSiteFile, SiteRefused } from "./site-import.ts";

/** A test app, and the import of a text as a site file. */
async function setUp() {
  await using opening = new AsyncDisposableStack();
  const app = opening.use(await startTestApp());
  const folder = await mkdtemp(path.join(os.tmpdir(), "verandah-site-"));
  opening.defer(() => rm(folder, { recursive: true }));
  const file = path.join(folder, "site.json");
  const lines: string[] = [];
  const running = opening.move();
  return {
    app,
    folder,
    file,
    lines,
    async importText(text: string) {
      await writeFile(file, text);
      return importSiteFile(app.ctx, file, (line) => void lines.push(line));
    },
    campuses: async () =>
      (await app.query("select key from campuses order by id")).rows.map(({ key }) => key),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => "",
    (error: unknown) => (error instanceof SiteRefused ? error.message : String(error)),
  );

test("names a file that is missing or a folder", async () => {
  await using bench = await setUp();
  const { app, folder } = bench;
  const missing = path.join(folder, "none.json");
  expect(await refusalOf(importSiteFile(app.ctx, missing, () => undefined))).toBe(
    `The site file ${missing} cannot be read: there is no such file`,
  );
  expect(await refusalOf(importSiteFile(app.ctx, folder, () => undefined))).toBe(
    `The site file ${folder} cannot be read: it is a folder`,
  );
});

test("names the file and the place of a JSON error, and the place of a wrong field", async () => {
  await using bench = await setUp();
  const { file } = bench;
  expect(await refusalOf(bench.importText('{\n  "campus": {\n    "key": oops\n'))).toBe(
    `The site file ${file} is not valid:\n  line 3, column 12, campus.key: This is not JSON: oops`,
  );
  const site = aSite();
  const [device] = site.devices;
  const wrong = { ...site, devices: [{ ...device, type: "LIFT" }] };
  expect(await refusalOf(bench.importText(JSON.stringify(wrong, null, 1)))).toBe(
    `The site file ${file} is not valid:\n  line 98, column 4, devices.0.type: Unknown type "LIFT"`,
  );
  const misspelt = {
    ...site,
    campus: { ...site.campus, timezone: "UTC" },
    devices: [{ ...device, fedby: "T-AHU" }],
    device: [],
  };
  expect(await refusalOf(bench.importText(JSON.stringify(misspelt, null, 1)))).toBe(
    `The site file ${file} is not valid:\n  line 9, column 3, campus.timezone: Unknown: timezone\n  line 135, column 4, devices.0.fedby: Unknown: fedby\n  line 138, column 2, device: Unknown: device`,
  );
  const [building] = site.buildings;
  const [floor] = building?.floors ?? [];
  const twice = {
    ...site,
    buildings: [{ ...building, floors: [...(building?.floors ?? []), floor] }],
    devices: [device, { ...device, points: [device?.points[0], device?.points[0]] }],
  };
  const twiceRefusal = await refusalOf(bench.importText(JSON.stringify(twice)));
  expect(twiceRefusal).toContain(
    `buildings.0.floors.${building?.floors.length}.key: "${floor?.key}" is used twice`,
  );
  expect(twiceRefusal).toContain(`devices.1.ssid: "${device?.ssid}" is used twice`);
  expect(twiceRefusal).toContain(`devices.1.points.1.paramId: "${device?.points[0]?.paramId}" is used twice`);
  const elsewhere = { ...site, devices: [{ ...device, edge: "O-GW" }] };
  expect(await refusalOf(bench.importText(JSON.stringify(elsewhere)))).toBe(
    `The site file ${file} is refused:\n  Device ${device?.ssid}: no edge O-GW`,
  );
});

test.each([
  [
    "a gateway or device",
    { ...aSite(), campus: { ...aSite().campus, key: "typo", name: "Renamed" } },
    "has T-GW",
  ],
  [
    "the name",
    { ...aSite("O"), campus: { ...aSite("O").campus, key: "typo", name: "Test Campus" } },
    "has this name",
  ],
])(
  "an unknown key with %s of a known campus names the right key, and adds no campus",
  async (_what, site, why) => {
    await using bench = await setUp();
    expect(await refusalOf(bench.importText(JSON.stringify(site)))).toBe(
      `The site file ${bench.file} is refused:\n  campus.key: The campus "Test Campus" ${why}, and its key is "T", not "typo"`,
    );
    expect(await bench.campuses()).toEqual(["T"]);
  },
);

test.each(["Asia/Nowhere", "+05:30", ""])(
  "the time zone %j is refused, and adds no campus",
  async (timeZone) => {
    await using bench = await setUp();
    const { campus, ...rest } = aSite("O", "Other Campus");
    const text = JSON.stringify({ campus: { ...campus, timeZone }, ...rest });
    expect(await refusalOf(bench.importText(text))).toBe(
      `The site file ${bench.file} is not valid:\n  line 1, column 63, campus.timeZone: Unknown time zone "${timeZone}". Give one such as Asia/Kolkata`,
    );
    expect(await bench.campuses()).toEqual(["T"]);
  },
);

test("a second campus is added with a line that names both keys, once", async () => {
  await using bench = await setUp();
  const text = JSON.stringify(aSite("O", "Other Campus"));
  await bench.importText(text);
  await bench.importText(text);
  expect(await bench.campuses()).toEqual(["T", "O"]);
  expect(bench.lines).toEqual([
    `The site file ${bench.file} adds the campus "Other Campus" with the key "O". "Test Campus" has the key "T"`,
  ]);
});

test("a site file meets a campus without one by its keys, and other keys are refused with the right ones", async () => {
  await using bench = await setUp();
  const place = { city: "Pune", latitude: 18, longitude: 73 };
  await createFirstCampus(bench.app.ctx, {
    ...place,
    name: "Acme Park",
    building_name: "Block 1",
    time_zone: "Asia/Kolkata",
  });
  const importAs = (key: string, building: string) => {
    const campus = { key, name: "Acme", timeZone: "Asia/Kolkata", ...place };
    const buildings = [{ key: building, name: "Block One", floors: [] }];
    return bench.importText(JSON.stringify({ campus, buildings, edges: [], devices: [] }));
  };
  const refused = `The site file ${bench.file} is refused:\n  `;
  expect(await refusalOf(importAs("blr", "b1"))).toBe(
    `${refused}campus.key: The campus "Acme Park" was set up without a site file, and its key is "acme-park", not "blr". Use its key; a second campus needs a site file of the first one`,
  );
  expect(await refusalOf(importAs("acme-park", "b1"))).toBe(
    `${refused}buildings.0.key: The campus has the building "Block 1", and its key is "acme-park/block-1", not "b1"`,
  );
  await importAs("acme-park", "acme-park/block-1");
  await bench.importText(JSON.stringify(aSite("O", "Other Campus")));
  expect(await bench.campuses()).toEqual(["T", "acme-park", "O"]);
});
