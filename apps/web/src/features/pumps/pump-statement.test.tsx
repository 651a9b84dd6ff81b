import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { exportPumpStatement, getPumpStatement } from "@verandah/contract/pumps/pump-statement.ts";
import { getPump, listPumpData, listPumps } from "@verandah/contract/pumps/pumps.ts";
import { getTrend } from "@verandah/contract/telemetry/telemetry.ts";
import { expect, test } from "vitest";

import { aPage, aSession, aTrend } from "../../testing/builders.ts";
import { aPumpStatement } from "../../testing/pump-statement.ts";
import { renderScreen } from "../../testing/render-app.tsx";
import { refuse, serve, serveLatest } from "../../testing/serve.ts";

/** Offset of the campus, ms. */
const INDIA_MS = 5.5 * 3_600_000;

function show(address = "/admin/dashboard") {
  return renderScreen(address, aSession({ role: { id: 4 } }), () => {
    const own = {
      ssid: "P-1",
      name: "Pump 01",
      state: "online" as const,
      lastSeenAt: null,
      alarms: [],
      readings: [],
    };
    serve(listPumps, [own]);
    serve(getPump, { ...own, customer: null, days: [] });
    serve(getPumpStatement, aPumpStatement);
    serve(getTrend, aTrend());
    serveLatest([]);
    serve(listPumpData, aPage([], 0));
  });
}

const monthly = async () => within(await screen.findByRole("region", { name: "Monthly statement" }));

test("the monthly statement marks each value, and an unknown day has no number", async () => {
  show();
  const section = await monthly();
  expect(await section.findByText(/^Until now: .*2 Jan 2026.* 12:00. The month is not over.$/)).toBeVisible();
  expect(section.getByLabelText("Month until now")).toBeVisible();
  const [total] = section.getAllByText("Water (L)");
  expect(total?.nextElementSibling).toHaveTextContent("8,123days missing: 1");
  const cells = section
    .getAllByRole("row", { hidden: true })
    .map((one) => [...one.children].map(({ textContent }) => textContent));
  expect(cells.slice(1)).toEqual([
    ["1 Jan", "8,123estimated", "6.25measured", "9.50measured", "92"],
    ["2 Jan", "–missing", "–missing", "–missing", "13"],
  ]);
});

test("a past month is not called whole if the customer got the pump within it", async () => {
  show();
  serve(getPumpStatement, { ...aPumpStatement, isOver: true, days: aPumpStatement.days.slice(1) });
  const section = await monthly();
  expect(await section.findByText("From 2 Jan 2026")).toBeVisible();
  expect(section.queryByLabelText("Whole month")).toBeNull();
});

test("a month is chosen, and its files are downloaded", async () => {
  const user = userEvent.setup();
  show("/admin/dashboard?month=2026-01");
  const exported = serve(exportPumpStatement, "file");
  const months = serve(getPumpStatement, aPumpStatement);
  const section = await monthly();
  const csv = section.getByRole("button", { name: "CSV" });
  await waitFor(() => expect(csv).toBeEnabled());
  await user.click(csv);
  await waitFor(() =>
    expect(exported.urls.at(-1)).toContain("/statement/export?month=2026-01&format=csv&language=en"),
  );
  await user.click(section.getByRole("combobox", { name: "Month" }));
  const now = Date.now() + INDIA_MS;
  const name = new Intl.DateTimeFormat("en-IN", { month: "long", year: "numeric", timeZone: "UTC" }).format(
    now,
  );
  await user.click(await screen.findByRole("option", { name }));
  await waitFor(() =>
    expect(months.urls.at(-1)).toContain(`month=${new Date(now).toISOString().slice(0, 7)}`),
  );
});

test("a month that the server refuses is named", async () => {
  show("/admin/dashboard?month=2099-01");
  refuse(getPumpStatement, "input-invalid", { fields: { month: "Choose a month up to this one" } });
  expect(await (await monthly()).findByText("Choose a month up to this one")).toBeVisible();
});
