import { screen } from "@testing-library/react";
import { listDeviceAlarms } from "@verandah/contract/alarms/alarms.ts";
import { listCommands } from "@verandah/contract/commands/commands.ts";
import { getDevice } from "@verandah/contract/devices/devices.ts";
import { getTrend } from "@verandah/contract/telemetry/telemetry.ts";
import { expect, test } from "vitest";

import { deviceDetails } from "../../../testing/ahu-builders.ts";
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
