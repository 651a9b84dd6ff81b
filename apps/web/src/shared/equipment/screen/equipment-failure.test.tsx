import { screen } from "@testing-library/react";
import { listDeviceAlarms } from "@verandah/contract/alarms/alarms.ts";
import { getDevice } from "@verandah/contract/devices/devices.ts";
import type { ProblemCode } from "@verandah/contract/problems.ts";
import { listLatest, getTrend } from "@verandah/contract/telemetry/telemetry.ts";
import { expect, test } from "vitest";

import { aSession } from "../../../testing/builders.ts";
import { renderScreen } from "../../../testing/render-app.tsx";
import { refuse } from "../../../testing/serve.ts";

const show = (code: ProblemCode) =>
  renderScreen("/admin/device?device=X", aSession(), () => {
    for (const route of [getDevice, listLatest, listDeviceAlarms, getTrend]) refuse(route, code);
  });

test("another campus's device is not found", async () => {
  show("not-found");
  expect(await screen.findByText("Device not found.")).toBeVisible();
});

test("a device that could not be loaded has its address as the title, and no placeholder that looks like loading", async () => {
  const { container } = show("not-allowed");
  expect(await screen.findByRole("heading", { level: 1, name: "X" })).toBeVisible();
  expect(container.querySelector(".mantine-Skeleton-root")).not.toBeInTheDocument();
});
