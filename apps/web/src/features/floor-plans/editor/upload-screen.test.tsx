import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { listDevices } from "@verandah/contract/devices/devices.ts";
import {
  checkDrawing,
  getFloorPlan,
  resetFloorPlan,
  saveFloorPlan,
} from "@verandah/contract/floor-plans/floor-plans.ts";
import { beforeEach, expect, test, vi } from "vitest";

import { aSession } from "../../../testing/builders.ts";
import { aFloorPlan, rectangle } from "../../../testing/plan-builders.ts";
import { renderScreen } from "../../../testing/render-app.tsx";
import { refuse, serve } from "../../../testing/serve.ts";

beforeEach(() => {
  vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:drawing");
  vi.spyOn(URL, "revokeObjectURL").mockReturnValue();
});

const checked = { type: "image/svg+xml" as const, drawing: btoa("<svg/>"), lostLabels: [], hasSize: true };

function show(role: 1 | 2 | 3 = 2, served?: () => void) {
  return renderScreen("/admin/floorplan?floor=11", aSession({ role: { id: role } }), () => {
    serve(getFloorPlan, aFloorPlan());
    serve(checkDrawing, checked);
    served?.();
  });
}

const button = (name: string | RegExp) => screen.findByRole("button", { name });
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>';

async function choose(file: File) {
  await button("Upload a drawing");
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  if (!input) throw new Error("no field for a file");
  await userEvent.upload(input, file, { applyAccept: false });
}

test("drawing, zone and device are saved in one call, with nothing that was not changed", async () => {
  let bodies: unknown[] = [];
  show(2, () => {
    bodies = serve(saveFloorPlan, aFloorPlan({ version: 1 })).bodies;
  });
  expect(await button("Save")).toBeDisabled();
  await choose(new File([svg], "first.svg"));
  expect(await screen.findByText("New: first.svg")).toBeVisible();
  expect(document.querySelector("image")).toHaveAttribute("href", "blob:drawing");

  await userEvent.click(await button("Place AHU 1-2 on the plan"));
  const corner = await (async () => {
    await userEvent.click(await button("Edit shape: Zone 1"));
    return button("Corner 1 of Zone 1 at 20, 20");
  })();
  corner.focus();
  await userEvent.keyboard("{ArrowRight}{Shift>}{ArrowDown}{/Shift}");
  expect(await button("Corner 1 of Zone 1 at 30, 21")).toHaveFocus();

  await userEvent.click(await button("Save"));
  await waitFor(() => expect(bodies).toHaveLength(1));
  expect(bodies[0]).toEqual({
    version: 0,
    drawing: btoa(svg),
    zones: [{ id: 101, outline: [[30, 21], ...rectangle(20, 20).slice(1)] }],
    devices: [{ id: 502, position: [100, 110] }],
  });
  expect(await screen.findByText("Floor plan saved.")).toBeVisible();
  expect(await button("Save")).toBeDisabled();
});

test("a zone is drawn by the keyboard: the cross is moved, Enter sets corners, the zone is closed", async () => {
  let bodies: unknown[] = [];
  show(2, () => {
    bodies = serve(saveFloorPlan, aFloorPlan({ version: 1 })).bodies;
  });
  await userEvent.click(await button("Draw Zone 2"));
  const close = await button("Close the zone");
  expect(close).toBeDisabled();
  (await button(/^Next corner at 210, 295/)).focus();
  await userEvent.keyboard("{Enter}{ArrowRight}{Enter}{ArrowDown}{Enter}{ArrowLeft}{Enter}{Backspace}");
  expect(await screen.findByText(/Corners: 3$/)).toBeVisible();
  await userEvent.click((await screen.findAllByRole("button", { name: "Close the zone" }))[0] ?? close);
  await userEvent.click(await button("Save"));
  const outline = [
    [210, 295],
    [220, 295],
    [220, 305],
  ];
  await waitFor(() => expect(bodies[0]).toEqual({ version: 0, zones: [{ id: 102, outline }] }));
});

test("corners are added and deleted, but no zone has fewer than three", async () => {
  show();
  await userEvent.click(await button("Edit shape: Zone 1"));
  await userEvent.click(await button("New corner after corner 1 of Zone 1"));
  expect(await button("Corner 2 of Zone 1 at 100, 20")).toBeVisible();
  for (let left = 5; left > 3; left -= 1) {
    (await button(/^Corner 1 of Zone 1/)).focus();
    await userEvent.keyboard("{Delete}");
    expect(screen.getAllByRole("button", { name: /^Corner \d of Zone 1/ })).toHaveLength(left - 1);
  }
  (await button(/^Corner 1 of Zone 1/)).focus();
  await userEvent.keyboard("{Delete}");
  expect(screen.getAllByRole("button", { name: /^Corner \d of Zone 1/ })).toHaveLength(3);
});

test("a finger on a device moves it and not the page", async () => {
  show();
  const device = await button("AHU 1-1 at 210, 200");
  expect(fireEvent.touchMove(device)).toBe(false);
});

test("a room and a seat are placed in the middle of their zone; a device of the same id stays where it is", async () => {
  let bodies: unknown[] = [];
  show(2, () => {
    const { spaces } = aFloorPlan();
    const seat = { id: 502, name: "Seat 1", kind: "seat", zoneId: 101, position: null } as const;
    serve(getFloorPlan, aFloorPlan({ spaces: [...spaces, seat] }));
    bodies = serve(saveFloorPlan, aFloorPlan({ version: 1 })).bodies;
  });
  await userEvent.click(await screen.findByRole("combobox", { name: "Type" }));
  await userEvent.click(await screen.findByRole("option", { name: "Rooms" }));
  await userEvent.click(await button("Place Room 1 on the plan"));
  await userEvent.click(screen.getByRole("combobox", { name: "Type" }));
  await userEvent.click(await screen.findByRole("option", { name: "Seats" }));
  await userEvent.click(await button("Place Seat 1 on the plan"));
  await userEvent.click(await button("Save"));
  const position = [expect.any(Number), 110];
  await waitFor(() =>
    expect(bodies).toEqual([
      {
        version: 0,
        spaces: [
          { id: 501, position },
          { id: 502, position },
        ],
      },
    ]),
  );
});

test("removes zones and devices from the plan; changes can be discarded", async () => {
  let bodies: unknown[] = [];
  show(2, () => {
    bodies = serve(saveFloorPlan, aFloorPlan({ version: 1 })).bodies;
  });
  await userEvent.click(await button("Remove from the plan: Zone 1"));
  await userEvent.click(await button("Remove from the plan: AHU 1-1"));
  await userEvent.click(await button("Discard changes"));
  expect(await button("Remove from the plan: Zone 1")).toBeVisible();
  await userEvent.click(await button("Remove from the plan: Zone 1"));
  (await button("AHU 1-1 at 210, 200")).focus();
  await userEvent.keyboard("{Delete}");
  await userEvent.click(await button("Save"));
  await waitFor(() =>
    expect(bodies[0]).toEqual({
      version: 0,
      zones: [{ id: 101, outline: null }],
      devices: [{ id: 501, position: null }],
    }),
  );
});

test.each([
  [
    "a text",
    () => new File(["hello"], "plan.svg"),
    "This file cannot be read as an SVG or PNG. Save it as plain SVG or as PNG.",
  ],
  [
    "2 MB and a byte",
    () => new File(["x".repeat(2_097_153)], "plan.svg"),
    "The drawing is too large: at most 2 MB.",
  ],
])("%s is refused at once", async (_name, file, text) => {
  show(2, () => refuse(checkDrawing, "drawing-unreadable"));
  await choose(file());
  expect(await screen.findByRole("alert")).toHaveTextContent(text);
  expect(await button("Save")).toBeDisabled();
});

test("names the labels that a drawing loses, and a missing size, before the drawing is saved", async () => {
  let bodies: unknown[] = [];
  const many = Array.from({ length: 21 }, (_, at) => `Lab ${at}`);
  show(2, () => {
    bodies = serve(checkDrawing, { ...checked, lostLabels: many, hasSize: false }).bodies;
  });
  await choose(new File([svg], "first.svg"));
  expect(await screen.findByText("Labels that the plan will not show: 21")).toBeVisible();
  expect(screen.getByText(/^Lab 0 · Lab 1 ·.* Lab 19 …$/)).toBeVisible();
  expect(screen.getByText("The drawing has no size")).toBeVisible();
  expect(bodies).toEqual([{ drawing: btoa(svg) }]);
  await userEvent.click(await button("Remove drawing"));
  expect(screen.queryByText("The drawing has no size")).not.toBeInTheDocument();
});

test("shows a refusal of the server and keeps the drawing", async () => {
  show(2, () => refuse(saveFloorPlan, "drawing-too-detailed"));
  await choose(new File([svg], "first.svg"));
  await userEvent.click(await button("Save"));
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "The drawing is too detailed: at most 40 megapixels or 100,000 shapes.",
  );
  expect(screen.getByText("New: first.svg")).toBeVisible();
});

test("the second of two editors sees a conflict and may save over the first one's changes", async () => {
  let bodies: unknown[] = [];
  show(2, () => refuse(saveFloorPlan, "plan-changed"));
  await userEvent.click(await button("Remove from the plan: Zone 1"));
  await userEvent.click(await button("Save"));
  expect(await screen.findByRole("alert")).toHaveTextContent("Someone else has changed this plan.");
  serve(getFloorPlan, aFloorPlan({ version: 7 }));
  bodies = serve(saveFloorPlan, aFloorPlan({ version: 8 })).bodies;
  await userEvent.click(await button("Overwrite with my changes"));
  await waitFor(() => expect(bodies[0]).toEqual({ version: 7, zones: [{ id: 101, outline: null }] }));
  expect(await screen.findByText("Floor plan saved.")).toBeVisible();
});

test("or loads the other's changes", async () => {
  show(2, () => refuse(saveFloorPlan, "plan-changed"));
  await userEvent.click(await button("Remove from the plan: Zone 1"));
  await userEvent.click(await button("Save"));
  serve(
    getFloorPlan,
    aFloorPlan({ version: 7, zones: [{ id: 101, name: "Zone 1", outline: rectangle(0, 0) }] }),
  );
  await userEvent.click(await button("Discard my changes and load theirs"));
  await userEvent.click(await button("Edit shape: Zone 1"));
  expect(await button("Corner 1 of Zone 1 at 0, 0")).toBeVisible();
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
});

test("resets a plan to the site file after a question", async () => {
  let bodies: unknown[] = [];
  show(2, () => {
    serve(getFloorPlan, aFloorPlan({ version: 3 }));
    bodies = serve(resetFloorPlan, aFloorPlan({ version: 4 })).bodies;
  });
  await userEvent.click(await button("Restore original plan"));
  const dialog = within(await screen.findByRole("dialog", { name: "Reset the plan?" }));
  await userEvent.click(dialog.getByRole("button", { name: "Reset" }));
  await waitFor(() => expect(bodies).toEqual([{ version: 3 }]));
  expect(await screen.findByText("The plan matches the site file.")).toBeVisible();
});

test("leaving with changes asks first", async () => {
  const { path } = show(2, () => {
    serve(listDevices, []);
  });
  await userEvent.click(await button("Remove from the plan: Zone 1"));
  await userEvent.click(screen.getByRole("link", { name: "Open the map" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Leave without saving?" }));
  await userEvent.click(dialog.getByRole("button", { name: "Stay" }));
  expect(path()).toBe("/admin/floorplan");
  await userEvent.click(screen.getByRole("link", { name: "Open the map" }));
  await userEvent.click(await button("Leave"));
  await waitFor(() => expect(path()).toBe("/admin/devicemap"));
});

test("leaving a half drawn zone asks first, unless it has no corner", async () => {
  const { path } = show(2, () => {
    serve(listDevices, []);
  });
  await userEvent.click(await button("Draw Zone 2"));
  expect(await button("Discard changes")).toBeDisabled();
  (await button(/^Next corner at 210, 295/)).focus();
  await userEvent.keyboard("{Enter}");
  expect(await button("Discard changes")).toBeEnabled();
  expect(await button("Save")).toBeDisabled();
  await userEvent.click(screen.getByRole("link", { name: "Open the map" }));
  await userEvent.click(await button("Stay"));
  expect(path()).toBe("/admin/floorplan");
});

test.each([1, 3] as const)("role %i may not open it", async (role) => {
  show(role);
  expect(await screen.findByText("You don't have access to this page")).toBeVisible();
});
