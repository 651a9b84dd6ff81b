import { screen, within } from "@testing-library/react";
import { getHomeCounts, getSinceEvening, type SinceEvening } from "@verandah/contract/home.ts";
import { afterEach, expect, test, vi } from "vitest";

import { anEvening, aSession, noCounts } from "../../../testing/builders.ts";
import { renderScreen } from "../../../testing/render-app.tsx";
import { refuse, serve } from "../../../testing/serve.ts";

afterEach(() => void vi.useRealTimers());

function show(happened: Partial<SinceEvening>, role: 1 | 3 = 1): void {
  renderScreen("/admin/building/2/dashboard", aSession({ role: { id: role } }), () =>
    serve(getSinceEvening, anEvening(happened)),
  );
}

const line = async () => within(await screen.findByRole("region", { name: /^Since .*18:00$/ }));

test("the night in one line: alarms, failed commands and schedules, each with its list", async () => {
  show({
    alarms: { critical: 2, low: 1, active: 1 },
    commands: { sent: 14, failed: 2 },
    schedules: { done: 12, missed: 1 },
  });
  const parts = await line();
  const from = encodeURIComponent("2026-01-04T12:30:00.000Z");
  expect(parts.getByRole("link", { name: "2 critical · 1 low · 1 still active" })).toHaveAttribute(
    "href",
    `/admin/reportsviewer?from=${from}`,
  );
  expect(parts.getByRole("link", { name: "2 of 14 failed" })).toHaveAttribute(
    "href",
    `/admin/reportsviewer?report=user-contol-details&from=${from}`,
  );
  expect(parts.getByRole("link", { name: "12 actions done, 1 missed" })).toHaveAttribute(
    "href",
    "/admin/schedule",
  );
});

test("a quiet night has no count", async () => {
  show({ commands: { sent: 3, failed: 0 }, schedules: { done: 1, missed: 0 } });
  const parts = await line();
  expect(parts.getByText("None")).toBeVisible();
  expect(parts.getByText("3 sent, none failed")).toBeVisible();
  expect(parts.getByText("1 action done")).toBeVisible();
});

test("a viewer, without a calendar, reads the schedules without a link", async () => {
  show({ schedules: { done: 2, missed: 0 } }, 3);
  const parts = await line();
  expect(parts.getByText(/2 actions done/)).toBeVisible();
  expect(parts.queryByRole("link", { name: "2 actions done" })).not.toBeInTheDocument();
});

test.each([
  ["06:59", "01:29:00", 1],
  ["07:00", "01:30:00", 0],
  ["19:59", "14:29:59", 0],
  ["20:00", "14:30:00", 1],
])("at %s of the campus the line explains an empty building at night only", async (time, utc, times) => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(`2026-01-05T${utc}Z`) });
  show({});
  const parts = await line();
  expect(parts.getByText("Commands of users")).toBeVisible();
  expect(parts.queryAllByText(`After hours (${time}): few people expected`)).toHaveLength(times);
});

test("an answer that fails hides no other part of the screen", async () => {
  renderScreen("/admin/building/2/dashboard", aSession(), () => {
    refuse(getSinceEvening, "internal");
  });
  expect(await screen.findByRole("region", { name: "Floors" })).toBeVisible();
});

test("the sentence of the building counts UPSs on battery with the time left, and overrides", async () => {
  renderScreen("/admin/building/2/dashboard", aSession(), () =>
    serve(getHomeCounts, {
      ...noCounts,
      overrides: 2,
      overriddenDevices: 25,
      onBattery: 4,
      minutesLeft: 119,
    }),
  );
  expect(
    await screen.findByText(/4 UPSs on battery, 119\smin left · 2 overrides on 25 devices/),
  ).toBeVisible();
});
