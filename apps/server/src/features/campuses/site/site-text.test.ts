import type { SiteDescription } from "@verandah/field/site.ts";
import { expect, test } from "vitest";

import { aSite } from "../../../testing/sites.ts";
import { startTestApp } from "../../../testing/start-test-app.ts";
import { checkSite, lineOf, readSite } from "./site-text.ts";

const textOf = (site: unknown) => JSON.stringify(site, null, 2);
const errorsOf = (text: string) => {
  const { site, errors, locate } = readSite(text);
  return errors.length > 0 ? errors : locate(checkSite(site).errors);
};

test.each([
  ['{\n  "campus": {\n    "key": oops\n', 3, 12, "json", "oops"],
  ['{\n  "campus": {},\n  "buildings": [1 2]\n}', 3, 19, "json", "2]"],
  ['{\n  "campus": {},\n}', 3, 1, "json", "}"],
  ['{ "campus": "a\n" }', 1, 13, "json", '"a'],
  ['{ "campus": {} } x', 1, 18, "json", "x"],
  ['{ "a": 01 }', 1, 8, "json", "01 }"],
  ["", 1, 1, "json", ""],
  ['{\n  "campus": {},\n  "campus": {}\n}', 3, 3, "field-twice", "campus"],
  ['{\n  "campus": "a\\u0000b"\n}', 2, 13, "character", '"a\\u0000b"'],
  ["[".repeat(30), 1, 21, "json", "[[[[[[[[[["],
])("names line and column of %j", (text, line, column, code, value) => {
  expect(errorsOf(text)).toMatchObject([{ line, column, code, value }]);
});

test("accepts what JSON accepts", () => {
  const value = { a: [1, -0.5e3, true, null, 'é\n\\"\t😀'], "": {} };
  for (const text of [
    JSON.stringify(value),
    JSON.stringify(value, null, 3),
    `\uFEFF ${JSON.stringify(value)}\n`,
  ])
    expect(readSite(text)).toMatchObject({ errors: [], site: value });
});

/** The test site as a text, with a change. */
function withChange(change: (site: SiteDescription) => void): string {
  const site = aSite();
  change(site);
  return textOf(site);
}

test.each<[string, (site: SiteDescription) => void, string, string]>([
  [
    "an ssid twice",
    (site) => void (site.devices[1]!.ssid = "T-S1"),
    '"ssid": "T-S1"',
    '"T-S1" is used twice',
  ],
  [
    "a key twice",
    (site) => void (site.buildings[0]!.floors[1]!.key = "T/g"),
    '"key": "T/g"',
    '"T/g" is used twice',
  ],
  [
    "the key of the campus twice",
    (site) => void (site.buildings[0]!.key = "T"),
    '"key": "T"',
    '"T" is used twice',
  ],
  [
    "a point twice",
    (site) => void (site.devices[0]!.points[1]!.paramId = "TEMPERATURE"),
    '"paramId": "TEMPERATURE"',
    '"TEMPERATURE" is used twice',
  ],
  [
    "an unknown time zone",
    (site) => void (site.campus.timeZone = "Asia/Bangalore"),
    '"timeZone": "Asia/Bangalore"',
    'Unknown time zone "Asia/Bangalore"',
  ],
  [
    "an offset as time zone",
    (site) => void (site.campus.timeZone = "+05:30"),
    '"timeZone": "+05:30"',
    'Unknown time zone "+05:30"',
  ],
  [
    "another unit than that of the type",
    (site) => void (site.devices[0]!.points[0]!.unit = "kilowatt"),
    '"unit": "kilowatt"',
    "The unit of this point must be degC",
  ],
  [
    "an unknown unit",
    (site) => Object.assign(site.devices[0]!.points[0]!, { unit: "celsius" }),
    '"unit": "celsius"',
    "One of: ",
  ],
  [
    "a misspelt field",
    (site) => Object.assign(site.devices[0]!, { fedby: "T-AHU" }),
    '"fedby": "T-AHU"',
    "Unknown: fedby",
  ],
])("names the line of %s", (_what, change, wanted, message) => {
  const text = withChange(change);
  const [error] = errorsOf(text);
  expect([text.split("\n")[(error?.line ?? 0) - 1], error && lineOf(error)]).toEqual([
    expect.stringContaining(wanted),
    expect.stringContaining(message),
  ]);
});

test("names the lines of what neither file nor campus has, of stored units, and of other campuses", async () => {
  await using app = await startTestApp({ sites: [aSite(), aSite("O", "Other Campus")] });
  const user = await app.as("administrator");
  const text = withChange((site) => {
    const [one, two, three, unit] = site.devices;
    one!.edge = "T-NONE";
    two!.location = "T/none";
    three!.fedBy = "T-NONE";
    Object.assign(unit!, { ssid: "O-AHU" });
    site.buildings[0]!.floors.push({ key: "T/f1/z1/a1", name: "Roof", floorType: "wlms", zones: [] });
    site.buildings[0]!.floors[1]!.zones[0]!.areas = [];
  });
  const { errors } = (await user.post("/v1/campuses/site/preview", { site: text })).json();
  const lines = text.split("\n");
  expect(
    errors.map((one: { line: number; code: string }) => [lines[one.line - 1]?.trim(), one.code]),
  ).toEqual([
    ['"key": "T/f1/z1/a1",', "other-level"],
    ['"edge": "T-NONE",', "no-edge"],
    ['"location": "T/none",', "no-place"],
    ['"fedBy": "T-NONE"', "no-device"],
    ['"ssid": "O-AHU",', "other-campus"],
  ]);
  const fahrenheit = withChange((site) => {
    site.devices[3]!.points[0]!.paramId = "Own";
    site.devices[3]!.points[0]!.unit = "degF";
  });
  expect((await user.post("/v1/campuses/site", { site: fahrenheit })).statusCode).toBe(200);
  const other = fahrenheit.replace('"degF"', '"kelvin"').replace('"kelvin"', '"percent"');
  const refused = await user.post("/v1/campuses/site", { site: other });
  expect([refused.statusCode, refused.json().fields.site]).toEqual([
    400,
    expect.stringMatching(
      /^line \d+, column \d+, devices\.3\.points\.0\.unit: The point stores values in degF\./,
    ),
  ]);
});
