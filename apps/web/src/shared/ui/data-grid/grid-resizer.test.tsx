import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { listAlerts } from "@verandah/contract/alarms/alarms.ts";
import { expect, test } from "vitest";

import { alertLists, anAlert, aSession } from "../../../testing/builders.ts";
import { renderScreen } from "../../../testing/render-app.tsx";
import { serve } from "../../../testing/serve.ts";

async function handle(column: string) {
  const table = within(await screen.findByRole("table", { name: "System Alerts" }));
  return {
    separator: table.getByRole("separator", { name: `Width of ${column}` }),
    head: table.getByRole("columnheader", { name: new RegExp(column) }),
  };
}

test("a column is made wider and narrower with the arrow keys, never narrower than it may be", async () => {
  renderScreen("/admin/alerts", aSession(), () => serve(listAlerts, alertLists([anAlert()])));
  const { separator, head } = await handle("Message");
  expect(separator).toHaveAttribute("aria-valuenow", "260");
  separator.focus();
  await userEvent.keyboard("{Home}{ArrowRight}{ArrowRight}");
  expect(separator).toHaveAttribute("aria-valuenow", "292");
  expect(head).toHaveStyle({ width: "292px" });
  await userEvent.keyboard("{ArrowLeft}{ArrowLeft}{ArrowLeft}");
  expect(separator).toHaveAttribute("aria-valuenow", "260");
  await userEvent.keyboard("{End}");
  expect(separator).toHaveAttribute("aria-valuenow", "1200");
  await userEvent.dblClick(separator);
  expect(head).not.toHaveStyle({ width: "1200px" });
});

test("an empty grid shows No rows instead of a count from 0 to 0", async () => {
  renderScreen("/admin/alerts", aSession(), () => serve(listAlerts, alertLists()));
  expect(await screen.findByText("No rows")).toBeVisible();
  expect(screen.queryByText(/0–0/)).not.toBeInTheDocument();
});
