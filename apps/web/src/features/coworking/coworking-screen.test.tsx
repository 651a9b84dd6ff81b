import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import {
  type CoworkingUser,
  deleteCoworkingUsers,
  getClientDetails,
  listCoworkingUsers,
  PEOPLE_FILE_MAX_BYTES,
  uploadCoworkingUsers,
} from "@verandah/contract/coworking.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";
import { http, HttpResponse } from "msw";
import { expect, test } from "vitest";

import { aSession } from "../../testing/builders.ts";
import { renderScreen } from "../../testing/render-app.tsx";
import { refuse, serve, server } from "../../testing/serve.ts";

const aPerson = (id: number, name: string): CoworkingUser => ({
  id,
  user_id: `K-${id}`,
  user_name: name,
  user_email: "",
  user_contact_no: "+91 5550000100",
  client: { id: 4, name: "Kaveri" },
});
const pageOf = (...rows: CoworkingUser[]) => ({ rows, total: rows.length, isTotalExact: true });

function show(served?: () => void) {
  return renderScreen("/admin/upload", aSession({ role: { id: 2 } }), () => {
    serve(listCoworkingUsers, pageOf(aPerson(1, "Asha Rao"), aPerson(2, "Ben Dsouza")));
    serve(getClientDetails, [{ id: 4, name: "Kaveri", users: 2 }]);
    served?.();
  });
}

type Reply = ReplyOf<typeof uploadCoworkingUsers>;
const checked: Reply = { isImported: false, added: 1, replaced: 1, wrong: [] };

/** Answers uploads, each by its mode. */
function serveUpload(replies: Partial<Record<string, Reply>>) {
  const asked: { mode: string | null; type: string | null; body: string }[] = [];
  server.use(
    http.post(`http://localhost:3000${uploadCoworkingUsers.path}`, async ({ request }) => {
      const mode = new URL(request.url).searchParams.get("mode");
      asked.push({ mode, type: request.headers.get("content-type"), body: await request.text() });
      return HttpResponse.json(replies[mode ?? ""]);
    }),
  );
  return asked;
}

const csv = (text: string) => new File([text], "people.csv", { type: "application/vnd.ms-excel" });

/** The field is a button; the input behind it has no role. */
async function upload(file: File) {
  const input = document.querySelector<HTMLInputElement>("input[type=file]");
  if (!input) throw new Error("No field for a file");
  await userEvent.upload(input, file);
}

async function chooseFile(file: File) {
  await userEvent.click(await screen.findByRole("button", { name: "Upload a file" }));
  const dialog = await screen.findByRole("dialog", { name: "Upload coworking users" });
  await upload(file);
  return within(dialog);
}

test("lists people, searches and narrows to a company in the address", async () => {
  let asked: string[] = [];
  const { router } = show(() => {
    asked = serve(listCoworkingUsers, pageOf(aPerson(1, "Asha Rao"))).urls;
  });
  expect(await screen.findByRole("row", { name: /Asha Rao Kaveri K-1/ })).toBeVisible();
  await userEvent.type(screen.getByRole("searchbox", { name: "Search people" }), "rao");
  await waitFor(() => expect(asked.at(-1)).toContain("search=rao"));
  await userEvent.click(screen.getByRole("combobox", { name: "Company" }));
  await userEvent.click(await screen.findByRole("option", { name: "Kaveri (2)" }));
  await waitFor(() => expect(asked.at(-1)).toContain("client_id=4"));
  expect(router.state.location.search).toEqual({ search: "rao", client: "4" });
});

test("checks a file, and imports it when all rows are correct", async () => {
  let asked: ReturnType<typeof serveUpload> = [];
  show(() => {
    asked = serveUpload({ check: checked, all: { ...checked, isImported: true } });
  });
  const dialog = await chooseFile(csv("user_id\nK-1"));
  expect(await dialog.findByText("All rows are correct.")).toBeVisible();
  expect(dialog.getByText(/People to add: 1\. People to replace, with the same user_id: 1\./)).toBeVisible();
  await userEvent.click(dialog.getByRole("button", { name: "Import 2 people" }));
  expect(await screen.findByText("2 people imported: 1 added, 1 replaced")).toBeVisible();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const sent = { type: "text/csv", body: "user_id\nK-1" };
  expect(asked).toEqual([
    { mode: "check", ...sent },
    { mode: "all", ...sent },
  ]);
});

test("stays open while it imports", async () => {
  show(() => void serveUpload({ check: checked }));
  const dialog = await chooseFile(csv("user_id\nK-1"));
  await dialog.findByText("All rows are correct.");
  const { promise: reply, resolve: answer } = Promise.withResolvers<Response>();
  server.use(http.post(`http://localhost:3000${uploadCoworkingUsers.path}`, () => reply));
  await userEvent.click(dialog.getByRole("button", { name: "Import 2 people" }));
  expect(dialog.getByRole("button", { name: "Cancel" })).toBeDisabled();
  expect(dialog.queryByRole("button", { name: "Close" })).toBeNull();
  await userEvent.keyboard("{Escape}");
  expect(dialog.getByText("Upload coworking users")).toBeVisible();
  answer(HttpResponse.json({ ...checked, isImported: true }));
  expect(await screen.findByText("2 people imported: 1 added, 1 replaced")).toBeVisible();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("lists every wrong row with its reasons, and imports the others only on request", async () => {
  let asked: ReturnType<typeof serveUpload> = [];
  const wrong: Reply["wrong"] = [
    {
      row: 3,
      user_id: "K-3",
      problems: [
        { column: "user_name", problem: "empty" },
        { column: "user_email", problem: "email" },
      ],
    },
    { row: 9, user_id: "K-1", problems: [{ column: "user_id", problem: "repeated" }] },
  ];
  show(() => {
    asked = serveUpload({ check: { ...checked, wrong }, correct: { ...checked, wrong, isImported: true } });
  });
  const dialog = await chooseFile(csv("x"));
  expect(await dialog.findByText("2 rows are wrong.")).toBeVisible();
  const rows = within(dialog.getByRole("table", { name: "Wrong rows" })).getAllByRole("row");
  expect(rows.slice(1).map((row) => row.textContent)).toEqual([
    "3K-3user_name is empty; user_email is not one e-mail address: write it like name@example.com, or leave it empty",
    "9K-1user_id is already in an earlier row",
  ]);
  expect(asked.map(({ mode }) => mode)).toEqual(["check"]);
  await userEvent.click(dialog.getByRole("button", { name: "Import only the 2 correct rows" }));
  await waitFor(() => expect(asked.map(({ mode }) => mode)).toEqual(["check", "correct"]));
});

test("a file that cannot be read has its reason at the field, and another one can be chosen", async () => {
  show(() =>
    refuse(uploadCoworkingUsers, "input-invalid", { fields: { file: "Save the file as CSV in UTF-8" } }),
  );
  const dialog = await chooseFile(csv("x"));
  expect(await dialog.findByText("Save the file as CSV in UTF-8")).toBeVisible();
  expect(dialog.getByRole("button", { name: "Import 0 people" })).toBeDisabled();
  serveUpload({ check: checked });
  await upload(csv("y"));
  expect(await dialog.findByText("All rows are correct.")).toBeVisible();
});

test("a file that is too large is not sent", async () => {
  let asked: unknown[] = [];
  show(() => {
    asked = serveUpload({ check: checked });
  });
  const dialog = await chooseFile(csv("x".repeat(PEOPLE_FILE_MAX_BYTES + 1)));
  expect(await dialog.findByText("The file is too large: at most 5 MB.")).toBeVisible();
  expect(asked).toEqual([]);
});

test("deletes the chosen people after a question, and a refusal keeps the choice", async () => {
  let deleted: unknown[] = [];
  show(() => {
    deleted = serve(deleteCoworkingUsers, { deleted: 2 }).bodies;
    refuse(deleteCoworkingUsers, "unavailable", { once: true });
  });
  await userEvent.click(await screen.findByRole("checkbox", { name: "Choose Asha Rao" }));
  await userEvent.click(screen.getByRole("checkbox", { name: "Choose Ben Dsouza" }));
  await userEvent.click(screen.getByRole("button", { name: "Delete 2 people" }));
  const question = within(await screen.findByRole("dialog", { name: "Delete 2 people?" }));
  expect(question.getByText(/^Their coming bookings are cancelled\./)).toBeVisible();
  expect(deleted).toEqual([]);
  await userEvent.click(question.getByRole("button", { name: "Delete" }));
  expect(await question.findByRole("alert")).toHaveTextContent("The service is not available right now.");
  await userEvent.click(question.getByRole("button", { name: "Delete" }));
  expect(await screen.findByText("2 people deleted")).toBeVisible();
  expect(deleted).toEqual([{ ids: [1, 2] }]);
  await waitFor(() => expect(screen.queryByRole("button", { name: "Delete 2 people" })).toBeNull());
});
