import { readFile } from "node:fs/promises";

import { expect, test } from "./fixtures.ts";

const names = [
  "IBMS LOGS",
  "Device Critical Alarms",
  "Most Active Critical Alarms",
  "Critical Alarms Restored",
  "Device NonCritical Alarms",
  "Most Active NonCritical Alarms",
  "Non-Critical Alarms Restored",
  "User Login Report",
  "Trend Log Comparision Report",
  "AHU Schedule Activity Report",
  "Activites Per User Report",
  "Activites Per Server Report",
  "User Contol Details",
  "Alarms Acknowledged By User",
  "Alarms Ignored By User",
];

test("each of the fifteen reports opens, is exported with its header, and refuses a wrong range", async ({
  page,
  loginAs,
}) => {
  await loginAs("operator", { at: "/admin/reportsviewer" });
  const choice = page.getByLabel("Report", { exact: true });
  await expect(choice).toHaveValue("ibms-logs");
  for (const name of names) {
    await choice.selectOption({ label: name });
    const table = page.getByRole("table", { name, exact: true });
    await expect(table).toBeVisible();
    await expect(table).toHaveAttribute("aria-busy", "false");
    await expect(table.getByRole("button", { name: "Try again" })).toHaveCount(0);
  }

  await choice.selectOption({ label: "User Login Report" });
  const logins = page.getByRole("table", { name: "User Login Report" });
  await expect(logins.getByRole("cell", { name: "operator" }).first()).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export to Csv", exact: true }).click();
  const file = await (await download).path();
  const lines = (await readFile(file, "utf8")).replace("\uFEFF", "").split("\r\n");
  expect(lines[0]).toBe("username,LoginDate,Time,ActiveTime,Key");
  expect(lines[1]).toMatch(/^operator,\d{4}-\d\d-\d\d,/);

  await page.getByLabel("To", { exact: true }).fill("2020-01-01T00:00");
  await expect(page.getByText("End date should be greater than start date")).toBeVisible();
  await expect(page.getByRole("button", { name: "Export to Csv" })).toBeDisabled();
  await page.reload();
  await expect(page.getByText("End date should be greater than start date")).toBeVisible();
});

test("points are compared in a chart that a pasted link shows again", async ({ page, loginAs }) => {
  await loginAs("operator", { at: "/admin/reportsviewer?report=trend-log-comparision" });
  await page.getByRole("combobox", { name: "Device" }).fill("AHU F1.1");
  await page.getByRole("option", { name: "AHU F1.1" }).click();
  await page.getByRole("combobox", { name: "Point" }).click();
  await page.getByRole("option", { name: /Return Air Temperature/ }).click();
  await page.getByRole("button", { name: "Add the point" }).click();
  const chart = page.getByRole("img", { name: /AHU F1\.1 · Return Air Temperature \d/ });
  await expect(chart).toBeVisible();
  // The history of a new demo is still being imported, and the report is loaded once.
  await expect(async () => {
    await page.reload();
    await expect(chart).toBeVisible();
    await expect(
      page.getByRole("table", { name: "Trend Log Comparision Report" }).getByRole("row"),
    ).toHaveCount(11);
  }).toPass();
});
