import { readFile } from "node:fs/promises";
import path from "node:path";
import { inflateRawSync } from "node:zlib";

import type { Page } from "@playwright/test";

import { expect, test } from "./fixtures.ts";

/** Slow enough to observe an export of several thousand rows. */
const SLOW_BYTES_PER_SECOND = 20_000;
const POINTS = ["TEMPERATURE", "HUMIDITY", "CO2", "LUMINOUSITY"];
/** The demo imports a day in so many parts, the oldest first. */
const PARTS_OF_DAY = 8;
const SENSORS = ["ENV-BLR-A-F1-Z1-1", "ENV-BLR-A-F1-Z2-1"];

/** The files of a ZIP archive. Source: APPNOTE.TXT §4.3.12, §4.3.7. */
function unzip(archive: Buffer): Map<string, string> {
  const files = new Map<string, string>();
  const end = archive.lastIndexOf("PK\u0005\u0006", undefined, "latin1");
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const nameEnd = at + 46 + archive.readUInt16LE(at + 28);
    const local = archive.readUInt32LE(at + 42);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const data = archive.subarray(start, start + archive.readUInt32LE(at + 20));
    files.set(archive.toString("utf8", at + 46, nameEnd), inflateRawSync(data).toString("utf8"));
    at = nameEnd + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return files;
}

const sheetOf = (file: Buffer) => unzip(file).get("xl/worksheets/sheet1.xml") ?? "";

async function throttle(page: Page): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  const at = async (downloadThroughput: number) => {
    const conditions = { offline: false, latency: 0, downloadThroughput, uploadThroughput: -1 };
    await session.send("Network.emulateNetworkConditions", conditions);
  };
  await at(SLOW_BYTES_PER_SECOND);
  return () => at(-1);
}

async function exportAs(page: Page, format: "Csv" | "Xlsx"): Promise<Buffer> {
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: `Export to ${format}`, exact: true }).click();
  return readFile(await (await download).path());
}

test("a long export shows its progress, can be cancelled, and is complete when it continues", async ({
  page,
  loginAs,
  system,
}) => {
  await loginAs("viewer");
  // The latest readings may not be stored yet.
  const to = new Date(Date.now() - 2 * 60_000);
  const from = new Date(to.getTime() - 20 * 3_600_000);
  const query = new URLSearchParams({
    report: "trend-log-comparision",
    from: from.toISOString(),
    to: to.toISOString(),
    points: SENSORS.flatMap((ssid) => POINTS.map((point) => `${ssid}/${point}`)).join(","),
  });
  await page.goto(`/admin/reportsviewer?${query.toString()}`);
  const footer = page.getByText(/^1–10 \/ [\d,]+$/);
  // The past is imported while the system is used; two exports are compared only after that.
  let rows = 0;
  await expect(async () => {
    const before = rows;
    const file = path.join(system.dataDir, "demo", "simulator-history.json");
    const { done }: { done: Record<string, number> } = JSON.parse(await readFile(file, "utf8"));
    expect(Object.values(done)).toEqual([PARTS_OF_DAY]);
    await page.reload();
    await expect(footer).toBeVisible();
    rows = Number((await footer.textContent())?.split("/")[1]?.replaceAll(",", ""));
    expect(rows).toBeGreaterThan(1_500);
    expect(rows).toBe(before);
  }).toPass({ timeout: 90_000, intervals: [3_000] });

  const downloads: string[] = [];
  page.on("download", (download) => void downloads.push(download.suggestedFilename()));
  const letGo = await throttle(page);
  await page.getByRole("button", { name: "Export to Csv", exact: true }).click();
  await expect(page.getByText(/^Exporting: [\d,]+ rows, [\d,.]+ kB$/)).toBeVisible();
  await page.getByRole("button", { name: "Cancel the export" }).click();
  await expect(page.getByRole("button", { name: "Export to Csv", exact: true })).toBeEnabled();
  await letGo();

  const csv = (await exportAs(page, "Csv")).toString("utf8").replace("\uFEFF", "");
  // Only the one that continued.
  expect(downloads).toEqual([expect.stringMatching(/^trend-log-comparision-[\d-]+\.csv$/)]);
  const lines = csv.trimEnd().split("\r\n");
  expect(lines[0]).toBe("Date,Time,DeviceName,Key,Value,Unit,Quality");
  expect(lines.length).toBeGreaterThan(1_500);
  for (const name of ["Temperature", "Humidity", "CO2", "Light"])
    expect(lines.some((line) => line.includes(`,${name},`))).toBe(true);

  const sheet = sheetOf(await exportAs(page, "Xlsx"));
  expect(sheet.match(/<row /g)).toHaveLength(lines.length);
});

test("a text that looks like a formula stays a text in both files", async ({ page, loginAs, field }) => {
  await loginAs("operator");
  const sensor = "ENV-BLR-A-F2-Z1-1";
  await field.fault({ kind: "value-forced", target: sensor, param_id: "TEMPERATURE", value: 40 });
  const formula = '=HYPERLINK("http://evil.example","open")';
  const startedAt = new Date().toISOString();
  // Critical alarms and returned alarms are refused.
  await expect(async () => {
    const alarms: { Alarm_Id: number }[] = await (await page.request.get("/v1/newapis/glAlarm")).json();
    for (const { Alarm_Id: id } of alarms) {
      const data = { id, reason: formula };
      const answer = await (await page.request.post("/v1/gl_alerts/deleteAlarm", { data })).json();
      if (answer.ignoredAt >= startedAt) return;
    }
    throw new Error("There is no alarm to ignore yet.");
  }).toPass({ timeout: 60_000 });

  await page.goto("/admin/reportsviewer?report=ignored-by-user");
  const table = page.getByRole("table", { name: "Alarms Ignored By User" });
  await expect(table.getByText(formula)).toBeVisible();
  const csv = (await exportAs(page, "Csv")).toString("utf8");
  expect(csv).toContain(`"'=HYPERLINK(""http://evil.example"",""open"")"`);
  const sheet = sheetOf(await exportAs(page, "Xlsx"));
  expect(sheet).toContain(formula);
  expect(sheet).not.toContain("<f>");
});
