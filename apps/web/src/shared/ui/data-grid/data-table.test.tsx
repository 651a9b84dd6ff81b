import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import { DataTable } from "./data-table.tsx";

interface Box {
  name: string;
  celsius: number | null;
}

const boxes: Box[] = [
  { name: "VAV 10", celsius: 22 },
  { name: "VAV 9", celsius: null },
  { name: "VAV 2", celsius: 9 },
];

function show(rows: readonly Box[], isChosen?: (row: Box) => boolean) {
  render(
    <I18nProvider i18n={i18n}>
      <MantineProvider>
        <DataTable
          label="Boxes"
          rows={rows}
          rowKey={({ name }) => name}
          {...(isChosen && { isChosen })}
          emptyText="No boxes"
          columns={[
            { header: "Box", text: ({ name }) => name, isRowHeader: true },
            {
              header: "Temperature",
              render: ({ celsius }) => celsius ?? "No data",
              sortKey: ({ celsius }) => celsius,
              isNumber: true,
            },
            { header: "State", render: () => "On" },
            false,
          ]}
        />
      </MantineProvider>
    </I18nProvider>,
  );
}

const names = () => screen.getAllByRole("rowheader").map(({ textContent }) => textContent);

test("a click on a header sorts in natural order and back, and a row without a value comes last in both", async () => {
  show(boxes);
  expect(names()).toEqual(["VAV 10", "VAV 9", "VAV 2"]);
  await userEvent.click(screen.getByRole("button", { name: "Box" }));
  expect(names()).toEqual(["VAV 2", "VAV 9", "VAV 10"]);
  expect(screen.getByRole("columnheader", { name: "Box" })).toHaveAttribute("aria-sort", "ascending");
  const temperature = screen.getByRole("button", { name: "Temperature" });
  await userEvent.click(temperature);
  expect(names()).toEqual(["VAV 2", "VAV 10", "VAV 9"]);
  temperature.focus();
  await userEvent.keyboard("{Enter}");
  expect(names()).toEqual(["VAV 10", "VAV 2", "VAV 9"]);
  expect(screen.getByRole("columnheader", { name: "Box" })).toHaveAttribute("aria-sort", "none");
  expect(screen.queryByRole("button", { name: "State" })).not.toBeInTheDocument();
});

test("a table is reachable by the keyboard, and an empty one has a text", async () => {
  show([]);
  await userEvent.tab();
  expect(screen.getByRole("group", { name: "Boxes" })).toHaveFocus();
  expect(screen.getByRole("cell", { name: "No boxes" })).toBeVisible();
});

test("a card has a title, and a header above each other value", () => {
  show(boxes.slice(0, 1));
  expect(screen.getByRole("rowheader")).not.toHaveAttribute("data-label");
  const cells = screen.getAllByRole("cell").map((cell) => cell.getAttribute("data-label"));
  expect(cells).toEqual(["Temperature", "State"]);
});

test("a long list has pages, opens at the row that is chosen, and sorts all rows", async () => {
  const many = Array.from({ length: 250 }, (_, index) => ({ name: `VAV ${index + 1}`, celsius: null }));
  show(many, ({ name }) => name === "VAV 120");
  expect(names()).toHaveLength(100);
  expect(names()).toContain("VAV 120");
  await userEvent.click(screen.getByRole("button", { name: "Page 3" }));
  expect(names()[0]).toBe("VAV 201");
  expect(names()).toHaveLength(50);
  const box = screen.getByRole("button", { name: "Box" });
  await userEvent.click(box);
  await userEvent.click(box);
  expect(names().at(-1)).toBe("VAV 1");
});
