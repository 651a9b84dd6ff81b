import { listDeviceAlarms } from "@verandah/contract/alarms/alarms.ts";
import { listLocationMetrics } from "@verandah/contract/buildings.ts";
import {
  type Command,
  type CommandBatch,
  getCommandBatch,
  listCommands,
  sendCommands,
  type WriteRefusal,
} from "@verandah/contract/commands/commands.ts";
import { getDevice, listDevices } from "@verandah/contract/devices/devices.ts";
import { listFedVavs } from "@verandah/contract/hvac/hvac.ts";
import { problems } from "@verandah/contract/problems.ts";
import { listDeviceChanges } from "@verandah/contract/schedules/schedule-days.ts";
import { getTrend, type ParameterReading } from "@verandah/contract/telemetry/telemetry.ts";
import { pointOf } from "@verandah/equipment/catalogue.ts";
import { ahu } from "@verandah/equipment/types/ahu.ts";

import { anAhu, anAhuDevice, aReading, deviceDetails } from "./ahu-builders.ts";
import { aCommand, aFloor, aSession, aTrend } from "./builders.ts";
import { renderScreen } from "./render-app.tsx";
import { serve, serveLatest } from "./serve.ts";

/** A batch of one command. */
export function aBatch(change: Partial<Command> = {}): CommandBatch {
  const command = aCommand(change);
  const { batchId, origin, by, createdAt, until, state } = command;
  const shared = { id: batchId, origin, by, reason: null, createdAt, until };
  return { ...shared, counts: { [state]: 1 }, commands: [command], refused: [] };
}

/** Answers every command with this state. */
export function serveCommand(change: Partial<Command> = {}) {
  const { batchId, id, ssid, param_id } = aCommand(change);
  serve(getCommandBatch, aBatch(change));
  return serve(sendCommands, { batchId, commands: [{ commandId: id, ssid, param_id }], refused: [] });
}

const flow = (param_id: string, param_value: number) =>
  aReading({ param_id, param_value, unit: "cubicFootPerMinute" });

/** Of the points that measure no temperature. */
const units: Record<string, string> = {
  "Chilled Water Valve Feedback": "percent",
  ahu_chilled_valve_sp: "percent",
  CO2: "ppm",
};

const points = anAhu().map(({ param_id }) => ({
  param_id,
  kind: pointOf(ahu, param_id)?.kind ?? ("reading" as const),
}));

/** The screen of AHU 1-1, as an operator sees it unless it says otherwise. */
export function showAhu({
  roleId = 1,
  values = {},
  suspects = [],
  device = {},
}: {
  roleId?: 1 | 2 | 3;
  values?: Record<string, number | null>;
  suspects?: readonly string[];
  device?: Parameters<typeof deviceDetails>[0];
} = {}) {
  return renderScreen("/admin/glAhu?device=AHU-1-1", aSession({ role: { id: roleId } }), () => {
    serve(listLocationMetrics, [aFloor(), aFloor({ id: 12, name: "Second" })]);
    serve(listDevices, [
      anAhuDevice(),
      anAhuDevice({ id: 32, ssid: "AHU-1-2", name: "AHU 1-2" }),
      anAhuDevice({ id: 33, ssid: "AHU-2-1", name: "AHU 2-1", floorId: 12 }),
    ]);
    serve(getDevice, ({ pathname }) => {
      const [ssid = ""] = pathname.split("/").slice(3);
      return { ...deviceDetails({ ssid, name: ssid.replace("-", " "), points }), ...device };
    });
    serve(listDeviceChanges, null);
    serve(getTrend, (asked) => {
      const point = asked.searchParams.get("param_id") ?? "";
      return aTrend({ param_id: point, unit: units[point] ?? "degC" });
    });
    const readings = anAhu(values).map((one): ParameterReading =>
      suspects.includes(one.param_id) ? { ...one, quality: "suspect" } : one,
    );
    serveLatest((ssid) => (ssid === "VAV-1" ? [flow("CFM", 900), flow("Design CFM", 1_250)] : readings));
    serve(listDeviceAlarms, []);
    serve(listCommands, []);
    serve(listFedVavs, [
      {
        ssid: "VAV-1",
        name: "VAV F1.1",
        state: "online",
      },
    ]);
    serveCommand();
  });
}

/** Refuses every command. */
export function refuseCommand(code: WriteRefusal) {
  const { batchId, ssid, param_id } = aCommand();
  serve(getCommandBatch, { ...aBatch(), commands: [], counts: {} });
  return serve(sendCommands, {
    batchId,
    commands: [],
    refused: [{ ssid, param_id, code, message: problems[code].text.message }],
  });
}
