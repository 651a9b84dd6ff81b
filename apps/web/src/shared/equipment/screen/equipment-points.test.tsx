import { screen, within } from "@testing-library/react";
import { listDeviceAlarms } from "@verandah/contract/alarms/alarms.ts";
import { listCommands } from "@verandah/contract/commands/commands.ts";
import { getDevice } from "@verandah/contract/devices/devices.ts";
import { getTrend } from "@verandah/contract/telemetry/telemetry.ts";
import { DAMPER_COMMAND } from "@verandah/equipment/types/vav.ts";
import { expect, test } from "vitest";

import { aReading, deviceDetails } from "../../../testing/ahu-builders.ts";
import { aSession, aTrend } from "../../../testing/builders.ts";
import { renderScreen } from "../../../testing/render-app.tsx";
import { serve, serveLatest } from "../../../testing/serve.ts";

const device = deviceDetails({
  ssid: "UPS-1",
  name: "UPS1",
  type: "UPS",
  points: [{ param_id: "ups_Load", kind: "reading" }],
});

test("a point whose gateway has another unit than the site file has both units instead of a value", async () => {
  renderScreen("/admin/device?device=UPS-1", aSession(), () => {
    serve(getDevice, {
      ...device,
      points: [{ param_id: "ups_Temperature", kind: "reading", sentUnit: "degF" }],
    });
    serveLatest([
      {
        param_id: "ups_Temperature",
        param_value: null,
        measured_time: null,
        unit: "degC",
        quality: "missing",
      },
    ]);
    serve(listDeviceAlarms, []);
    serve(listCommands, []);
    serve(getTrend, aTrend({ param_id: "ups_Temperature" }));
  });
  const state = await screen.findByText("The gateway sends °F, the site file says °C: no value is used");
  expect(state.closest("tr")).toHaveTextContent(/–/);
});

test("a value that its device does not vouch for has the device's reason", async () => {
  renderScreen("/admin/device?device=UPS-1", aSession(), () => {
    serve(getDevice, device);
    serveLatest([
      {
        param_id: "ups_Load",
        param_value: 41.5,
        measured_time: new Date(Date.now() - 4 * 60_000).toISOString(),
        unit: "percent",
        quality: "suspect",
        doubt: "no-sensor",
      },
    ]);
    serve(listDeviceAlarms, []);
    serve(listCommands, []);
    serve(getTrend, aTrend({ param_id: "ups_Load", unit: "percent" }));
  });
  expect(await screen.findByRole("row", { name: /UPS load/ })).toHaveTextContent(/4 min ago · No sensor/);
});

test("the name of a point has its kind once", async () => {
  renderScreen("/admin/device?device=VAV-1", aSession(), () => {
    serve(getDevice, {
      ...device,
      ssid: "VAV-1",
      type: "VAV",
      points: [
        { param_id: "vav_temperature_sp", kind: "setpoint" },
        { param_id: DAMPER_COMMAND, kind: "command" },
      ],
    });
    serveLatest([]);
    serve(listDeviceAlarms, []);
    serve(listCommands, []);
    serve(getTrend, aTrend({}));
  });
  expect(await screen.findByRole("checkbox", { name: "Temperature Set Point" })).toBeVisible();
  expect(screen.getByRole("checkbox", { name: "Damper Position (Command)" })).toBeVisible();
});

test("a value that has a setpoint is beside it", async () => {
  renderScreen("/admin/device?device=VAV-1", aSession(), () => {
    const points = (["Zone Temperature", "vav_temperature_sp"] as const).map((param_id) => ({
      param_id,
      kind: "reading" as const,
    }));
    serve(getDevice, { ...device, ssid: "VAV-1", name: "VAV 1", type: "VAV", points });
    serveLatest([
      aReading({ param_id: "Zone Temperature", param_value: 26.2, unit: "degC" }),
      aReading({ param_id: "vav_temperature_sp", param_value: 24, unit: "degC" }),
    ]);
    serve(listDeviceAlarms, []);
    serve(getTrend, aTrend());
  });
  const summary = within(await screen.findByRole("region", { name: "Summary" }));
  expect(summary.getAllByRole("definition").map(({ textContent }) => textContent)).toEqual([
    "26.2\u00a0°C",
    "Temperature Set Point 24.0\u00a0°C",
  ]);
});
