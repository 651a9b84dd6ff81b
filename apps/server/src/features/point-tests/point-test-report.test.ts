import type { WholePointTest } from "@verandah/contract/point-tests.ts";
import { expect, test } from "vitest";

import { readPdfLines } from "../../testing/reports/pdf-lines.ts";
import { startTestApp } from "../../testing/start-test-app.ts";
import { readJpeg } from "./jpeg-reader.ts";

const part = (marker: number, ...body: readonly (number | string)[]) => {
  const bytes = Buffer.concat(
    body.map((one) => (typeof one === "string" ? Buffer.from(one) : Buffer.from([one]))),
  );
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length + 2);
  return Buffer.concat([Buffer.from([0xff, marker]), length, bytes]);
};
const start = Buffer.from([0xff, 0xd8]);
const end = Buffer.from([0xff, 0xd9]);
const frame = part(0xc0, 8, 0, 8, 0, 8, 1, 1, 0x11, 0);
const tables = part(0xdb, 0, "q".repeat(64));
const scan = Buffer.concat([part(0xda, 1, 1, 0, 0, 63, 0), Buffer.from([0x12, 0xff, 0, 0xff, 0xd0, 0x34])]);
const picture = Buffer.concat([start, tables, frame, scan, end]);

test("a photo keeps its picture only: no place, no comment, nothing after its end", () => {
  const place = part(0xe1, "Exif", 0, 0, "GPS 12.97 77.59");
  const script = part(0xfe, "<script>alert(1)</script>");
  const withMore = Buffer.concat([
    start,
    part(0xe0, "JFIF"),
    place,
    script,
    tables,
    frame,
    scan,
    end,
    Buffer.from("PK\u0003\u0004 zip"),
  ]);
  expect(readJpeg(withMore)).toEqual(picture);
  expect(readJpeg(picture)).toEqual(picture);
});

test.each([
  ["a web page", Buffer.from("<!doctype html><script>alert(1)</script>")],
  ["a PNG", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ["a GIF with a JPEG in it", Buffer.concat([Buffer.from("GIF89a"), picture])],
  ["an empty file", Buffer.alloc(0)],
  ["its begin only", start],
  ["no picture", Buffer.concat([start, end])],
  ["a scan without a frame", Buffer.concat([start, scan, end])],
  ["two frames", Buffer.concat([start, frame, frame, scan, end])],
  ["a frame without pixels", Buffer.concat([start, part(0xc0, 8, 0, 0, 0, 8, 1), scan, end])],
  ["a frame of 4 gigapixels", Buffer.concat([start, part(0xc0, 8, 0xff, 0xff, 0xff, 0xff, 1), scan, end])],
  ["a length beyond the end", Buffer.concat([start, frame.subarray(0, 4)])],
  ["a length of 1", Buffer.concat([start, Buffer.from([0xff, 0xc0, 0, 1]), scan, end])],
  ["no end", Buffer.concat([start, frame, scan])],
  ["a marker that no browser shows", Buffer.concat([start, part(0xc3, 8, 0, 8, 0, 8, 1), scan, end])],
])("refuses %s as a photo", (_name, bytes) => {
  expect(readJpeg(bytes)).toBeUndefined();
});

test("any cut or changed photo is refused or shortened, and never an error", () => {
  for (let at = 0; at < picture.length; at += 1) {
    expect(readJpeg(picture.subarray(0, at))).toBeUndefined();
    for (const value of [0, 1, 0xd8, 0xd9, 0xda, 0xff]) {
      const changed = Buffer.from(picture);
      changed[at] = value;
      expect(readJpeg(changed)?.length ?? 0).toBeLessThanOrEqual(picture.length);
    }
  }
});

async function setUp() {
  const app = await startTestApp({ now: "2026-01-05T08:00:00Z" });
  await app.measure("T-S1", "T-S1", { TEMPERATURE: 24.2, HUMIDITY: 51, CO2: 640 });
  const user = await app.as("administrator");
  const { id } = (await user.post("/v1/point_tests", { ssid: "T-S1" })).json<{ id: string }>();
  const url = `/v1/point_tests/${id}`;
  return {
    app,
    user,
    url,
    read: async () => (await user.get(url)).json<WholePointTest>(),
    record: (position: number, fields: object) => user.post(`${url}/record`, { position, ...fields }),
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

test("stores, shows, replaces and removes the photo of a point", async () => {
  await using field = await setUp();
  const { user, url, record } = field;
  const failed = { outcome: "failed" };
  const photo = async () => user.get(`${url}/photo?position=0`);
  await record(0, { ...failed, photo: picture.toString("base64") });
  const shown = await photo();
  expect(shown.headers).toMatchObject({
    "content-type": "image/jpeg",
    "content-security-policy": "default-src 'none'; sandbox",
    "x-content-type-options": "nosniff",
  });
  expect(shown.rawPayload).toEqual(picture);
  for (const wrong of ["", "no base64!", Buffer.from("<svg/>").toString("base64")])
    expect((await record(0, { ...failed, photo: wrong })).json()).toMatchObject({ code: "photo-refused" });
  const large = Buffer.concat([
    start,
    part(0xfe, "x".repeat(60_000)),
    ...Array.from({ length: 7 }, () => part(0xfe, "x".repeat(60_000))),
    picture.subarray(2),
  ]);
  expect((await record(0, { ...failed, photo: large.toString("base64") })).json()).toMatchObject({
    code: "photo-refused",
  });
  await record(0, { ...failed, note: "Kept" });
  expect((await photo()).rawPayload).toEqual(picture);
  expect((await field.read()).points.map(({ hasPhoto }) => hasPhoto)).toEqual([true, false, false, false]);
  await record(0, { ...failed, photo: null });
  expect((await photo()).statusCode).toBe(404);
});

test("the report names each point with its result, and says that the test is not complete", async () => {
  await using field = await setUp();
  await field.record(0, {
    outcome: "compared",
    reference: 24,
    tolerance: 0.5,
    photo: picture.toString("base64"),
  });
  await field.record(1, { outcome: "compared", reference: 60, tolerance: 3, note: "Beside the window" });
  await field.record(2, { outcome: "skipped", note: "No instrument" });
  const open = await field.user.get(`${field.url}/report`);
  expect(open.headers["content-type"]).toBe("application/pdf");
  expect(open.headers["content-disposition"]).toMatch(/filename="acceptance-2026-01-05-[0-9a-f]{8}\.pdf"/);
  const pdf = open.rawPayload.toString("latin1");
  expect([pdf.slice(0, 5), pdf.trimEnd().slice(-5)]).toEqual(["%PDF-", "%%EOF"]);
  expect(pdf).toContain("/DCTDecode");
  const lines = readPdfLines(open.rawPayload);
  for (const line of [
    "Acceptance report: Sensor T-S1",
    "Not complete: 1 points not tested · The test is not finished",
    "Sensor T-S1 (T-S1)",
    "24.2 °C",
    "± 0.5 °C",
    "Passed",
    "Failed",
    "Note: Beside the window",
    "Skipped",
    "Note: No instrument",
    "Not tested",
    "Photos",
    "Tested by: name, date, signature",
  ])
    expect(lines).toContain(line);
  // Once in the counts, once at the point, and in the caption of its photo.
  expect(lines.filter((line) => line === "Passed")).toHaveLength(2);
  await field.record(3, { outcome: "failed" });
  await field.user.post(`${field.url}/finish`);
  const finished = readPdfLines((await field.user.get(`${field.url}/report`)).rawPayload);
  expect(finished).toContain("Complete");
  expect(finished.filter((line) => line.startsWith("Not complete"))).toEqual([]);
});

test.each(["hi", "kn"])("the report is also written in %s", async (language) => {
  await using field = await setUp();
  const answer = await field.user.get(`${field.url}/report?language=${language}`);
  expect(answer.statusCode).toBe(200);
  const pdf = answer.rawPayload.toString("latin1");
  expect(pdf).toContain(language === "kn" ? "NotoSansKannada" : "NotoSansDevanagari");
  expect(pdf).toContain(`/Lang (${language}-IN)`);
});
