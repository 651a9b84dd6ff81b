import { expect, test } from "./fixtures.ts";

const VAV = "VAV-BLR-A-F2-1";
const VAV_NAME = "VAV F2.1";
const UNITS = ["AHU-BLR-A-F2-1", "AHU-BLR-A-F2-2"] as const;
const SUPPLY = "ahu_suply_air_temperature_sp";
/** A command without effect fails at its deadline. */
const ENDED = { timeout: 30_000 };

test("an operator gives a box another setpoint, and the box itself shows it", async ({
  page,
  loginAs,
  field,
}) => {
  const read = async () => (await field.truth(VAV)).shown["vav_temperature_sp"];
  const target = (await read()) === 22 ? 23 : 22;
  await loginAs("operator", { at: `/admin/glVav?device=${VAV}` });
  const card = page.getByRole("article", { name: VAV_NAME, exact: true });
  // Just after its start the server refuses commands to boxes that have not reported yet.
  const stateOf = async () => (await (await page.request.get(`/v1/gl_analytics/${VAV}/device`)).json()).state;
  await expect.poll(stateOf, ENDED).toBe("online");
  await card.getByLabel(`New temperature setpoint of ${VAV_NAME}`).fill(String(target));
  await card.getByRole("button", { name: `Set the temperature of ${VAV_NAME}` }).click();
  await expect.poll(read, ENDED).toBe(target);
  await expect(card.getByText("Confirmed")).toBeVisible(ENDED);
  // The zone may be just as warm.
  const setpoint = card.getByRole("definition").filter({
    has: page.getByLabel(`New temperature setpoint of ${VAV_NAME}`),
  });
  await expect(setpoint).toContainText(`${target}.0`, ENDED);
});

test("an operator moves a damper by hand and gives it back to the box", async ({ page, loginAs, field }) => {
  const shown = async () => (await field.truth(VAV)).shown;
  await loginAs("operator", { at: `/admin/glVav?device=${VAV}&view=table` });
  const row = page.getByRole("row", { name: new RegExp(`${VAV_NAME} `) });
  await row.getByText("Manual", { exact: true }).click();
  await expect.poll(async () => (await shown())["vav_damper_mode_sp"], ENDED).toBe(1);
  // The damper moves by one percent per second.
  const before = Math.round((await shown())["Damper Position"] ?? 0);
  const target = before > 50 ? before - 8 : before + 8;
  await row.getByLabel(`New damper position of ${VAV_NAME}`).fill(String(target));
  await row.getByRole("button", { name: `Move the damper of ${VAV_NAME}` }).click();
  await expect.poll(async () => (await shown())["Damper Position"], ENDED).toBe(target);
  await row.getByText("Auto", { exact: true }).click();
  await expect.poll(async () => (await shown())["vav_damper_mode_sp"], ENDED).toBe(0);
});

test("a bulk change with a stuck unit fails in part; after the repair a retry completes it", async ({
  page,
  loginAs,
  field,
}) => {
  const read = async (ssid: string) => (await field.truth(ssid)).shown[SUPPLY];
  const before = await Promise.all(UNITS.map(read));
  const target = [19, 20, 21].find((value) => !before.includes(value)) ?? 19;
  await loginAs("operator");
  await field.fault({ kind: "writes-ignored", target: UNITS[1] });
  await page.goto(`/admin/configuresetpoint?set=sat&of=${UNITS.join(",")}`);
  await page.getByLabel("New setpoint").fill(String(target));
  await expect(page.getByText("2 will change")).toBeVisible();
  await page.getByRole("button", { name: "Change setpoints" }).click();
  await expect(page.getByText("1 of 2 confirmed")).toBeVisible(ENDED);
  await expect(page.getByText("1 failed")).toBeVisible(ENDED);
  expect(await read(UNITS[0])).toBe(target);
  expect(await read(UNITS[1])).not.toBe(target);

  // The address is sufficient to return to it.
  const address = page.url();
  await page.goto("/admin/hvac");
  await expect(page.getByRole("article", { name: "Second" })).toBeVisible();
  await page.goto(address);
  await field.clear();
  await page.getByRole("button", { name: "Retry failed" }).click();
  await expect(page.getByText("2 of 2 confirmed")).toBeVisible(ENDED);
  await expect.poll(() => read(UNITS[1]), ENDED).toBe(target);
});

test("a viewer sees boxes and floors against their setpoints, and changes nothing", async ({
  page,
  loginAs,
}) => {
  await loginAs("viewer", { at: `/admin/glVav?device=${VAV}` });
  const card = page.getByRole("article", { name: VAV_NAME, exact: true });
  await expect(card.getByText("Temperature Set Point")).toBeVisible();
  await expect(card.getByRole("button")).toHaveText(["What sets its values?"]);
  await expect(card.getByRole("textbox")).toHaveCount(0);
  await page.goto("/admin/hvac");
  await expect(page.getByRole("article", { name: "Second" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Change setpoints" })).toHaveCount(0);
});
