import { readFileSync } from "node:fs";

import type { Page } from "@playwright/test";

import { expect, PASSWORD, test } from "./fixtures.ts";

const CUSTOMER = "ravi";
const PUMP = { name: "Pump 03 Devanahalli", ssid: "ASPump202600000000000000000003" };

const submit = (page: Page) => page.getByRole("main").getByRole("button", { name: "Submit" }).click();

async function choose(page: Page, field: RegExp, option: string): Promise<void> {
  await page.getByRole("combobox", { name: field }).click();
  await page.getByRole("option", { name: option, exact: true }).click();
}

test("a customer is added, sees the mapped pump live, and gets a new password", async ({
  page,
  loginAs,
  field,
  browser,
  baseURL,
}) => {
  await loginAs("admin", { at: "/admin/addUser" });
  for (const [label, text] of [
    [/^Customer Name/, CUSTOMER],
    [/^Password/, PASSWORD],
    [/^Confirm Password/, PASSWORD],
    [/^Secret/, "Hoskote"],
    [/^Customer City/, "Malur"],
    [/^Customer State/, "Karnataka"],
    [/^Farm Size/, "2"],
    [/^Number Of Panels/, "12"],
  ] as const)
    await page.getByRole("textbox", { name: label }).fill(text);
  await submit(page);
  await expect(page.getByText("User added successfully")).toBeVisible();

  await page.goto("/admin/Vmap");
  await choose(page, /^User/, CUSTOMER);
  await choose(page, /^Device/, PUMP.name);
  await submit(page);
  await expect(page.getByText("User and Device are successfully mapped")).toBeVisible();
  await expect(page.getByRole("row", { name: `${CUSTOMER} ${PUMP.name}` })).toBeVisible();

  const farm = await browser.newContext({
    ...(baseURL && { baseURL }),
    viewport: { width: 360, height: 740 },
  });
  const phone = await farm.newPage();
  await loginAs(CUSTOMER, { on: phone });
  await expect(phone).toHaveURL(/\/admin\/dashboard/);
  const card = phone.getByRole("article", { name: PUMP.name });
  await expect(card).toBeVisible();
  // A phone loads the records of the pump when it scrolls to them.
  await phone.mouse.wheel(0, 3_000);
  await expect(phone.getByText("Malur")).toBeVisible();
  // More than the pump lifts by itself.
  await field.fault({
    kind: "value-forced",
    target: PUMP.ssid,
    param_id: "WaterflowRate_in_lpm",
    value: 777,
  });
  await expect(card).toContainText("777 l/min", { timeout: 30_000 });
  const download = phone.waitForEvent("download");
  await phone.getByRole("button", { name: "Export to CSV" }).click();
  const text = readFileSync(await (await download).path(), "utf8");
  expect(text).toContain("date,time,MotorStatus,WaterflowRate(lpm)");
  expect(text).toContain(",777,");
  await phone.goto("/admin/dashboard?device=ASPump202600000000000000000001");
  await expect(phone.getByText("There is no such pump.")).toBeVisible();

  await page.goto("/admin/changepassword");
  await choose(page, /^User/, CUSTOMER);
  const answer = page.getByRole("textbox", { name: /^Which place were you born in/ });
  await answer.fill("Mysuru");
  await submit(page);
  await expect(page.getByText("Secret key is not correct")).toBeVisible();
  await answer.fill("hoskote");
  await submit(page);
  await page.getByRole("textbox", { name: /^New Password/ }).fill("Changed123");
  await submit(page);
  await expect(page.getByText("New Password added successfully")).toBeVisible();
  const login = await phone.request.post("/v1/auth/login", {
    data: { credentials: { username: CUSTOMER, password: "Changed123" }, force: true },
  });
  expect(login.status()).toBe(200);
  await farm.close();

  await page.goto("/admin/addUser");
  await page.getByRole("button", { name: `Delete ${CUSTOMER}` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("User successfully deleted")).toBeVisible();
});

test("a pump is added with credentials that are shown once, and removed", async ({ page, loginAs }) => {
  await loginAs("admin", { at: "/admin/vdevice" });
  const fill = (label: RegExp, text: string) => page.getByRole("textbox", { name: label }).fill(text);
  await fill(/^Device Name/, "Pump 99");
  await fill(/^Device Topic Id/, "ASPump2026000000000000000000099");
  await fill(/^Serial Number/, "12A");
  await submit(page);
  await expect(page.getByText("Only numbers are allowed")).toBeVisible();
  await fill(/^Device Topic Id/, "ASPump202600000000000000000099");
  await choose(page, /^Device Type/, "SOLARPUMP");
  await choose(page, /^Place/, "Hoskote");
  for (const label of [/^Serial Number/, /^Digital Board/, /^DR\/DC Board/, /^Power Board/])
    await fill(label, "4711");
  for (const label of [/^Model Number/, /^Manufacturing Site/]) await fill(label, "Pune");
  await fill(/^Manufacturing Date/, "31122025");
  await submit(page);
  await expect(page.getByText("Device added successfully")).toBeVisible();
  const dialog = page.getByRole("dialog", { name: "MQTT credentials" });
  await expect(dialog).toContainText("v1/ASPump202600000000000000000099/readings");
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await page.getByRole("button", { name: "Delete Pump 99" }).click();
  await expect(page.getByText("Are you sure you want to delete this device?")).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("Device successfully deleted")).toBeVisible();
});
