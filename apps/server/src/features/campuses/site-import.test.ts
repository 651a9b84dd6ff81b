import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

import { expect, test } from "vitest";

import { aSite } from "../../testing/sites.ts";
import { startTestApp } from "../../testing/start-test-app.ts";
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
