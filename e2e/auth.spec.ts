import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

import { expect, PASSWORD, test } from "./fixtures.ts";
import { system } from "./systems.ts";

const mailFolder = path.join(system.dataDir, "mail");

/** Names of the mails that were sent; there is no folder before the first. */
async function mails(): Promise<string[]> {
  const names = await readdir(mailFolder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  return names;
}

test("a person logs in, gets a message, and arrives at the building after a second", async ({
  page,
  request,
}) => {
  await request.post("/v1/auth/login", {
    data: { credentials: { username: "viewer", password: PASSWORD, role: "" }, force: true },
  });
  await request.post("/v1/auth/logout", { data: {} });
  await page.goto("/");
  await expect(page).toHaveURL(/\/login$/);
  await page.getByLabel("Username").fill("viewer");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Password", { exact: true }).press("Enter");
  await expect(page).toHaveURL(/\/admin\/building\/\d+\/dashboard$/);
  await expect(page.getByRole("heading", { level: 1, name: "Tower A" })).toBeVisible();

  const stored = await page.evaluate(() => Object.fromEntries(Object.entries(localStorage)));
  expect(stored).toMatchObject({ username: "viewer", roleID: "3", buildingName: "Tower A" });
  expect(Object.keys(stored)).not.toContain("token");
  const cookies = await page.context().cookies();
  expect(cookies.find((cookie) => cookie.name === "token")).toMatchObject({
    httpOnly: true,
    sameSite: "Strict",
  });
});

test("both empty fields are marked", async ({ page }) => {
  await page.goto("/login");
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await expect(page.getByText("field cannot be empty")).toHaveCount(2);
  await expect(page.getByLabel("Username")).toBeFocused();
});

test("a refusal is in the red banner for six seconds, in its exact words", async ({ page }) => {
  await page.goto("/login");
  await page.getByLabel("Username").fill("nobody");
  await page.getByLabel("Password", { exact: true }).fill("whatever");
  await page.getByRole("button", { name: "Login", exact: true }).click();
  const banner = page.getByRole("alert").filter({ hasText: "Username doesn't exists !" });
  await expect(banner).toBeVisible();
  await page.waitForFunction(
    () => !document.body.textContent?.includes("Username doesn't exists !"),
    undefined,
    {
      timeout: 8_000,
    },
  );
  await page.getByLabel("Username").fill("member");
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Invalid Credentials" })).toBeVisible();
});

test("a second window asks before it takes the session over, and the first one is sent to the login", async ({
  page,
  loginAs,
  browser,
}) => {
  await loginAs("member");
  const second = await browser.newPage();
  await second.goto("/login");
  await second.getByLabel("Username").fill("member");
  await second.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await second.getByRole("button", { name: "Login", exact: true }).click();
  const dialog = second.getByRole("dialog");
  await expect(dialog).toContainText("User already Logged in ? Do you want Login");
  await dialog.getByRole("button", { name: "No" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("navigation", { name: "Main menu" })).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/building/);

  await second.getByRole("button", { name: "Login", exact: true }).click();
  await second.getByRole("dialog").getByRole("button", { name: "Yes" }).click();
  await expect(second).toHaveURL(/\/admin\/building/);
  await expect(page).toHaveURL(/\/login\?from=%2Fadmin%2Fbuilding/);
  await second.close();
});

test("logging out forgets everything and leads to the login", async ({ page, loginAs }) => {
  await loginAs("viewer");
  await page.getByRole("button", { name: /User menu/ }).click();
  await page.getByRole("menuitem", { name: "Logout" }).click();
  await expect(page).toHaveURL(/\/login$/);
  expect((await page.context().cookies()).filter((cookie) => cookie.value !== "")).toEqual([]);
  await page.goBack();
  await expect(page).toHaveURL(/\/login\?from=%2Fadmin%2Fbuilding/);
});

test("a forgotten password is set by the mailed link, once", async ({ page, loginAs }) => {
  await page.goto("/login");
  await page.getByRole("link", { name: /forgot/i }).click();
  await expect(page.getByRole("heading", { name: "Forgot password" })).toBeVisible();
  await page.getByLabel("Username").fill("farmer");
  const earlier = await mails();
  await page.getByRole("button", { name: /send/i }).click();
  await expect(page.getByText(/the link was sent to it/)).toBeVisible();

  // The mail is written after the answer.
  let link = "";
  await expect(async () => {
    const [mail = "none"] = (await mails()).filter((name) => !earlier.includes(name));
    link =
      /http:\/\/\S+\/reset-password\?token=[\w-]+/.exec(
        await readFile(path.join(mailFolder, mail), "utf8"),
      )?.[0] ?? "";
    expect(link).not.toBe("");
  }).toPass({ timeout: 10_000 });
  await page.goto(link);
  await page.getByLabel("New Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm Password", { exact: true }).fill("Other1234");
  const submit = page.getByRole("button", { name: "Set the password" });
  await submit.click();
  await expect(page.getByText("Password and Confirm Password doesn't match")).toBeVisible();
  await page.getByLabel("Confirm Password", { exact: true }).fill(PASSWORD);
  await submit.click();
  await expect(page.getByText("Your new password is set. Please log in with it.")).toBeVisible();

  await page.goto(link);
  await page.getByLabel("New Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm Password", { exact: true }).fill(PASSWORD);
  await submit.click();
  await expect(page.getByText("This link has expired or was already used.")).toBeVisible();
  await loginAs("farmer");
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
});
