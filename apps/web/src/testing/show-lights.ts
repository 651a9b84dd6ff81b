import { fireEvent, screen, within } from "@testing-library/react";
import {
  type Command,
  getCommandBatch,
  previewCommands,
  type PreviewedWrite,
  sendCommands,
} from "@verandah/contract/commands/commands.ts";
import { listFailedLamps, listLights } from "@verandah/contract/lighting/lights.ts";
import { listSelfTests } from "@verandah/contract/self-tests.ts";

import type { MeasuredLight } from "../features/lighting/light-members.ts";
import { aReading } from "./ahu-builders.ts";
import { aCommand, aSession } from "./builders.ts";
import { renderScreen } from "./render-app.tsx";
import { servePlaces } from "./serve-places.ts";
import { serve, serveMeasured } from "./serve.ts";

export const lightValues = (level: number, mode: number, suffix = "") => [
  aReading({ param_id: `light_level${suffix}`, param_value: level, unit: "percent" }),
  aReading({ param_id: `light_mode${suffix}`, param_value: mode }),
];

export const aLight = (change: Partial<MeasuredLight>): MeasuredLight => ({
  ssid: "50d1",
  name: "DALI 1",
  type: "DALI",
  floorId: 11,
  zoneId: 111,
  areaId: 1111,
  state: "online",
  offlineReason: null,
  newestCommand: null,
  values: lightValues(60, 0),
  ...change,
});

const lights = [
  aLight({}),
  aLight({ ssid: "50d2", name: "DALI 2", areaId: 1112, values: lightValues(21, 0) }),
  aLight({
    ssid: "50ac1",
    name: "WAC 1",
    type: "WAC",
    zoneId: 112,
    areaId: 1121,
    newestCommand: { origin: "schedule", at: "2026-01-05T08:00:00.000Z" },
    values: [...lightValues(0, 0, "_1"), ...lightValues(30, 1, "_2")],
  }),
];

/** A write that would change a light. */
export const aPreviewed = (change: Partial<PreviewedWrite>): PreviewedWrite => ({
  ssid: "50d1",
  name: "DALI 1",
  param_id: "light_level_sp",
  outcome: "changes",
  offlineReason: null,
  refusal: null,
  heldBy: null,
  ...change,
});

/** Confirms the batch that the dialog asks about. */
export const confirmBatch = async (action: string) =>
  fireEvent.click(await within(await screen.findByRole("dialog")).findByRole("button", { name: action }));

interface Shown {
  role?: 1 | 3;
  of?: MeasuredLight[];
  served?: () => void;
}

/** Shows an address with the lights of floor 11, "First". */
export function showLights(address = "/admin/floors", { role = 1, of = lights, served }: Shown = {}) {
  return renderScreen(address, aSession({ role: { id: role } }), () => {
    servePlaces();
    serve(listSelfTests, []);
    serve(
      previewCommands,
      ["50d1", "50d2"].map((ssid) => aPreviewed({ ssid })),
    );
    serveMeasured(of);
    serve(listLights, {
      zones: [
        {
          id: 111,
          name: "Zone 1",
          areas: [
            { id: 1111, name: "Area 1" },
            { id: 1112, name: "Area 2" },
          ],
        },
        { id: 112, name: "Zone 2", areas: [{ id: 1121, name: "Area 3" }] },
      ],
      lights: of,
      occupancy: [
        { zoneId: 111, people: 3 },
        { zoneId: 112, people: null },
      ],
    });
    serve(listFailedLamps, { failed: [], unknown: 0, total: 4 });
    served?.();
  });
}

let batches = 0;

/** Commands of a new batch end with these states, in the order of the writes. */
export function serveBatch(...ends: Partial<Command>[]) {
  batches += 1;
  const batchId = `00000000-0000-4000-8000-0000000000${String(batches).padStart(2, "0")}`;
  const commands = ends.map((end, at) =>
    aCommand({
      id: `00000000-0000-4000-8000-00000000000${at}`,
      ssid: `50d${at + 1}`,
      batchId,
      deviceType: "DALI",
      param_id: "light_level_sp",
      ...end,
    }),
  );
  const [first = aCommand()] = commands;
  const { batchId: id, origin, by, createdAt, until } = first;
  serve(getCommandBatch, {
    id,
    origin,
    by,
    reason: null,
    createdAt,
    until,
    counts: {},
    commands,
    refused: [],
  });
  const accepted = commands.map(({ id: commandId, ssid, param_id }) => ({ commandId, ssid, param_id }));
  return serve(sendCommands, { batchId: id, commands: accepted, refused: [] });
}
