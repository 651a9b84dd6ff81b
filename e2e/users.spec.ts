import { expect, test } from "./fixtures.ts";

test("an administrator creates a user, ends the user's session and disables the account", async ({
  page,
  loginAs,
  browser,
  baseURL,
}) => {
  // No name is used twice, so that the journey can be repeated on the same system.
  const username = `guest-${Date.now()}`;
  await loginAs("admin", { at: "/admin/users" });
  await page.getByRole("button", { name: "New user" }).click();
  const form = page.getByRole("dialog", { name: "New user" });
  await form.getByLabel("Username").fill(username);
  await form.getByRole("combobox", { name: "Role" }).click();
  await page.getByRole("option", { name: "Viewer" }).click();
  await form.getByRole("button", { name: "Create the user" }).click();
  const once = page.getByRole("dialog", { name: `Password of ${username}` });
  const password = await once.getByLabel("Password").innerText();
  await once.getByRole("button", { name: "Done" }).click();

  const context = await browser.newContext({ ...(baseURL && { baseURL }) });
  const guest = await context.newPage();
  const login = async () => {
    await guest.goto("/login");
    await guest.getByLabel("Username").fill(username);
    await guest.getByLabel("Password", { exact: true }).fill(password);
    await guest.getByRole("button", { name: "Login", exact: true }).click();
  };
  await login();
  await guest.waitForURL(/\/dashboard$/);

  await page.getByRole("searchbox", { name: "Search users" }).fill(username);
  const row = page.getByRole("row", { name: username });
  await expect(row).toContainText("Logged in", { timeout: 20_000 });
  const choose = async (action: string, title: string) => {
    await row.getByRole("button", { name: `More for ${username}` }).click();
    await page.getByRole("menuitem", { name: action }).click();
    const question = page.getByRole("dialog", { name: title });
    await question.getByRole("button", { name: action }).click();
    await expect(question).toBeHidden();
  };
  await choose("End the session", `End the session of ${username}?`);
  await expect(row).toContainText("Not logged in");
  await guest.waitForURL(/\/login/);
  await choose("Disable", `Disable ${username}?`);
  await expect(row).toContainText("Disabled");
  await login();
  await expect(guest.getByRole("alert")).toContainText("Invalid User,Please check Username");
  await context.close();
});

test("an upload shows its wrong row, imports the others, and they can be deleted", async ({
  page,
  loginAs,
}) => {
  const key = `J${Date.now()}`;
  const rows = [
    "user_id,user_name,user_email,user_contact_no,client",
    `${key}-1,"Rao, Asha",asha@journey.example,+91 5550000100,Journey ${key}`,
    `${key}-2,=HYPERLINK("x"),,,Journey ${key}`.replaceAll('"', "'"),
    `${key}-3,ಬೆನ್ ಡಿಸೋಜ,,,Journey ${key}`,
  ];
  await loginAs("admin", { at: "/admin/upload" });
  await expect(page.getByRole("row", { name: /Aarav Menon/ })).toBeVisible();
  await page.getByRole("button", { name: "Upload a file" }).click();
  const dialog = page.getByRole("dialog", { name: "Upload coworking users" });
  const buffer = Buffer.from(`\uFEFF${rows.join("\r\n")}`, "utf16le");
  await dialog
    .locator("input[type=file]")
    .setInputFiles({ name: "people.csv", mimeType: "text/csv", buffer });
  await expect(dialog.getByText("1 row is wrong.")).toBeVisible();
  const wrong = dialog.getByRole("row", { name: new RegExp(`${key}-2`) });
  await expect(wrong).toContainText("user_name begins like a formula");
  await dialog.getByRole("button", { name: "Import only the 2 correct rows" }).click();
  await expect(dialog).toBeHidden();

  await page.getByRole("searchbox", { name: "Search people" }).fill(key);
  await expect(page.getByRole("status").filter({ hasText: "1–2 / 2" })).toBeVisible();
  await page.getByRole("checkbox", { name: "Choose Rao, Asha" }).check();
  await page.getByRole("checkbox", { name: "Choose ಬೆನ್ ಡಿಸೋಜ" }).check();
  await page.getByRole("button", { name: "Delete 2 people" }).click();
  const question = page.getByRole("dialog", { name: "Delete 2 people?" });
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("No person matches the search.")).toBeVisible();
});
