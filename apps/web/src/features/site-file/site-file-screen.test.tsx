import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { exportSite, importSiteFile, previewSite } from "@verandah/contract/campuses/site-file.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";
import { http, HttpResponse } from "msw";
import { expect, test } from "vitest";

import { aSession } from "../../testing/builders.ts";
import { renderScreen } from "../../testing/render-app.tsx";
import { refuse, serve, server } from "../../testing/serve.ts";

type Found = ReplyOf<typeof previewSite>;
const none = { counts: {}, rows: [] };
const noDifference: Found = {
  errors: [],
  errorCount: 0,
  model: "m1",
  added: none,
  changed: none,
  conflicts: none,
  sameNames: none,
  notInFile: none,
};
const zone = (key: string, name: string) => ({ id: `place:${key}`, kind: "zone" as const, key, name });
const conflict = (key: string, name: string, canTake = true) => ({
  ...zone(key, name),
  id: `place:${key}.name`,
  field: "name",
  present: name,
  file: `${name} 2`,
  canTake,
});
const difference: Found = {
  ...noDifference,
  added: { counts: { zone: 1, device: 300 }, rows: [zone("a/z9", "Roof")] },
  conflicts: {
    counts: { zone: 3 },
    rows: [conflict("a/z1", "Lobby"), conflict("a/z2", "Café"), conflict("a/z3", "Hall", false)],
  },
  sameNames: { counts: { zone: 1 }, rows: [{ ...zone("a/lab", "Lab"), presentKey: "8c1" }] },
};

function show(found: Found, served?: () => void) {
  const rendered = renderScreen("/admin/siteFile", aSession({ role: { id: 2 } }), () => {
    serve(previewSite, found);
    served?.();
  });
  return rendered;
}

async function chooseFile(text = "{}") {
  await screen.findByRole("heading", { name: "Import" });
  const input = document.querySelector<HTMLInputElement>("input[type=file]");
  if (!input) throw new Error("No field for a file");
  await userEvent.upload(input, new File([text], "site.json", { type: "application/json" }));
}

const showGroup = async (name: RegExp) => {
  await userEvent.click(await screen.findByRole("combobox", { name: "Show" }));
  await userEvent.click(await screen.findByRole("option", { name }));
};

test("lists the errors of a file with line and field, and imports nothing", async () => {
  const errors = [
    { line: 7, column: 3, path: "campus.timeZone", code: "time-zone", value: "Asia/Bangalore" },
    { line: 9, column: 1, path: "devices.0.ssid", code: "used-twice", value: "AHU-1" },
    { line: 12, column: 5, path: "devices.1", code: "unknown-fields", value: "fedby" },
  ];
  show({ ...noDifference, errors, errorCount: 3 });
  await chooseFile();
  expect(await screen.findByText("3 errors in the file")).toBeVisible();
  const rows = within(screen.getByRole("table", { name: "Errors in the file" })).getAllByRole("row");
  expect(rows.slice(1).map((row) => row.textContent)).toEqual([
    expect.stringMatching(/7.*3.*campus\.timeZone.*Unknown time zone "Asia\/Bangalore"/),
    expect.stringMatching(/9.*1.*devices\.0\.ssid.*"AHU-1" is used twice/),
    expect.stringMatching(/12.*5.*devices\.1.*Unknown: fedby/),
  ]);
  expect(screen.queryByRole("button", { name: /Import/ })).toBeNull();
});

test("shows the difference by group, takes choices, and imports the compared model", async () => {
  let imports: unknown[] = [];
  let previews: unknown[] = [];
  show(difference, () => {
    previews = serve(previewSite, difference).bodies;
    imports = serve(importSiteFile, { isNew: true, added: 301, changed: 2 }).bodies;
  });
  await chooseFile("{}");
  expect(await screen.findByRole("row", { name: /Lab Zone a\/lab/ })).toBeVisible();
  await userEvent.click(screen.getByRole("radio", { name: "Another place" }));
  await waitFor(() =>
    expect(previews.at(-1)).toEqual({ site: "{}", places: { all: "same", except: ["place:a/lab"] } }),
  );
  await showGroup(/Conflicts \(3\)/);
  const row = await screen.findByRole("row", { name: /Café/ });
  await userEvent.click(within(row).getByRole("radio", { name: "Take from the file" }));
  expect(within(screen.getByRole("row", { name: /Hall/ })).queryByRole("radio")).toBeNull();
  await showGroup(/Added \(301\)/);
  expect(screen.getByText("The table has the first 200 of 301 rows.")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Import" }));
  expect(await screen.findByText("Added: 301. Changed: 2.")).toBeVisible();
  expect(imports).toEqual([
    {
      site: "{}",
      model: "m1",
      places: { all: "same", except: ["place:a/lab"] },
      conflicts: { all: "present", except: ["place:a/z2.name"] },
    },
  ]);
});

test("searches in a group", async () => {
  show(difference);
  await chooseFile();
  await showGroup(/Conflicts/);
  await userEvent.type(screen.getByRole("searchbox", { name: "Search in the difference" }), "café");
  await waitFor(() => expect(screen.queryByRole("row", { name: /Lobby/ })).toBeNull());
  expect(screen.getByRole("row", { name: /Café/ })).toBeVisible();
});

test("after a change by another administrator it compares again", async () => {
  let previews: unknown[] = [];
  show(difference, () => {
    previews = serve(previewSite, difference).bodies;
    refuse(importSiteFile, "site-changed");
  });
  await chooseFile();
  await userEvent.click(await screen.findByRole("button", { name: "Import" }));
  expect(await screen.findByText(/have changed since you compared the file/)).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Compare again" }));
  await waitFor(() => expect(previews).toHaveLength(2));
  expect(await screen.findByRole("button", { name: "Import" })).toBeEnabled();
});

test("a file without a difference has nothing to import", async () => {
  show(noDifference);
  await chooseFile();
  expect(await screen.findByRole("button", { name: "Nothing to import" })).toBeDisabled();
});

test("exports with the hashes of passwords by choice", async () => {
  const asked: string[] = [];
  show(noDifference, () => {
    server.use(
      http.get(`http://localhost:3000${exportSite.path}`, ({ request }) => {
        asked.push(new URL(request.url).search);
        return HttpResponse.text("{}");
      }),
    );
  });
  await userEvent.click(await screen.findByRole("button", { name: "Export the site file" }));
  await waitFor(() => expect(asked).toEqual([""]));
  await userEvent.click(screen.getByRole("checkbox", { name: /With the hashes/ }));
  await userEvent.click(await screen.findByRole("button", { name: "Export the site file" }));
  await waitFor(() => expect(asked).toEqual(["", "?passwords=hashes"]));
});

test("a place that is removed here is named, with the way to bring it back", async () => {
  const removed = { field: "removed", present: "true", file: "false", canTake: false };
  show({
    ...noDifference,
    conflicts: { counts: { zone: 1 }, rows: [{ ...zone("a/z4", "Deck"), ...removed }] },
  });
  await chooseFile();
  const row = await screen.findByRole("row", { name: /Deck/ });
  expect(row).toHaveTextContent("Removed here");
  expect(row).toHaveTextContent("The import leaves it removed. Bring it back in Places and devices");
});
