import { listDeviceAlarms } from "@verandah/contract/alarms.ts";
import { listLocationMetrics } from "@verandah/contract/buildings.ts";
import { getCommand, listCommands } from "@verandah/contract/commands.ts";
import { listDevices } from "@verandah/contract/devices.ts";
import { getAhu, listFedVavs, updateSetpoint } from "@verandah/contract/hvac.ts";
import { getLatest, getTrend } from "@verandah/contract/telemetry.ts";

import { anAhu, anAhuDevice, aReading } from "./ahu-builders.ts";
import { aCommand, aFloor, aSession, aTrend } from "./builders.ts";
import { renderApp } from "./render-app.tsx";
import { serve } from "./serve.ts";

/** The command that each order becomes. */
export const COMMAND = aCommand().id;

const flow = (param_id: string, param_value: number) =>
  aReading({ param_id, param_value, unit: "cubicFootPerMinute" });

/** Of the points that measure no temperature. */
const units: Record<string, string> = {
  "Chilled Water Valve Feedback": "percent",
  ahu_chilled_valve_sp: "percent",
  CO2: "ppm",
};

/** The screen of AHU 1-1, as an operator sees it unless it says otherwise. */
export function showAhu({
  roleId = 1,
  values = {},
}: { roleId?: 1 | 2 | 3; values?: Record<string, number | null> } = {}) {
  return renderApp("/admin/glAhu?device=AHU-1-1", aSession({ role: { id: roleId } }), () => {
    serve(listLocationMetrics, [aFloor(), aFloor({ id: 12, name: "Second" })]);
    serve(listDevices, [
      anAhuDevice(),
      anAhuDevice({ id: 32, ssid: "AHU-1-2", name: "AHU 1-2" }),
      anAhuDevice({ id: 33, ssid: "AHU-2-1", name: "AHU 2-1", floorId: 12 }),
    ]);
    serve(getAhu, anAhu(values));
    serve(getTrend, (asked) => {
      const point = asked.searchParams.get("param_id") ?? "";
      return aTrend({ param_id: point, unit: units[point] ?? "degC" });
    });
    serve(getLatest, []);
    serve(listDeviceAlarms, []);
    serve(listCommands, []);
    serve(listFedVavs, [
      {
        ssid: "VAV-1",
        name: "VAV F1.1",
        state: "online",
        cfm: flow("CFM", 900),
        designCfm: flow("Design CFM", 1_250),
      },
    ]);
    serve(updateSetpoint, { message: "ACCEPTED", commandId: COMMAND });
    serve(getCommand, aCommand());
  });
}
