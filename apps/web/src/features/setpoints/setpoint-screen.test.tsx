import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { listLocationMetrics, type LocationMetric } from "@verandah/contract/buildings.ts";
import { type Command, getCommandBatch, sendCommands } from "@verandah/contract/commands/commands.ts";
import { listOverrides, type Override } from "@verandah/contract/commands/overrides.ts";
import type { MeasuredUnit } from "@verandah/contract/hvac/air-comparison.ts";
import { listAirUnits } from "@verandah/contract/hvac/hvac.ts";
import { expect, test, vi } from "vitest";
import { z } from "zod";

import { airUnits, aVav, anAirUnit, serveUnits } from "../../testing/air-units.ts";
import { aCommand, aFloor, anOverride, aSession } from "../../testing/builders.ts";
import { renderScreen } from "../../testing/render-app.tsx";
import { refuse, serve } from "../../testing/serve.ts";

const path = "/admin/configuresetpoint";
const FIRST = "00000000-0000-4000-8000-0000000000b1";
const AGAIN = "00000000-0000-4000-8000-0000000000b2";
const setpoint = "ahu_in_air_temperature_sp";

const units = [
  anAirUnit(),
  anAirUnit({ ssid: "AHU-1-2", name: "AHU 1-2" }, { ahu_in_air_temperature_sp: 22 }),
  anAirUnit({ ssid: "AHU-2-1", name: "AHU 2-1", floorId: 12, state: "offline" }),
  aVav(),
  aVav({ ssid: "VAV-1-2", name: "VAV 1-2", zoneId: 112 }),
];

type Batches = Record<string, { commands: Command[]; refused?: string[] }>;

function show(
  address: string,
  {
    batches = {},
    given = units,
    role = 1,
    overrides = [],
    floors,
  }: {
    batches?: Batches;
    given?: MeasuredUnit[];
    role?: 1 | 3;
    overrides?: Override[];
    floors?: LocationMetric[];
  } = {},
) {
  let asked: { bodies: unknown[] } = { bodies: [] };
  const view = renderScreen(address, aSession({ role: { id: role } }), () => {
    serveUnits(...given);
    serve(listOverrides, overrides);
    if (floors) {
      serve(listLocationMetrics, floors);
      const shown = floors.map(({ id, name }) => ({ id, name, zones: [] }));
      serve(listAirUnits, { ...airUnits(...given), floors: shown });
    }
    serve(getCommandBatch, ({ pathname }) => {
      const id = pathname.split("/").at(-1) ?? "";
      const { commands = [], refused = [] } = batches[id] ?? {};
      return {
        id,
        origin: { kind: "person" as const, name: null },
        by: { id: 7, name: "asha" },
        reason: "Heat wave",
        createdAt: new Date().toISOString(),
        until: "2026-01-05T12:00:00.000Z",
        counts: {},
        commands,
        refused: refused.map((ssid) => ({
          ssid,
          param_id: setpoint,
          code: "device-unreachable" as const,
          message: "please connect to network",
        })),
      };
    });
    asked = serve(sendCommands, () => ({
      batchId: address.includes(FIRST) ? AGAIN : FIRST,
      commands: [],
      refused: [],
    }));
  });
  return { ...view, bodies: asked.bodies };
}

const command = (ssid: string, state: Command["state"], change: Partial<Command> = {}) =>
  aCommand({
    id: `00000000-0000-4000-8000-00000000${ssid.replaceAll(/\D/g, "").padStart(4, "0")}`,
    ssid,
    deviceName: ssid.replace("-", " "),
    state,
    endedAt: state === "sent" ? null : "2026-01-05T08:00:05.000Z",
    ...change,
  });

async function row(name: string) {
  const found = (await screen.findByRole("checkbox", { name })).closest("li");
  if (!found) throw new Error(`No row of ${name}`);
  return within(found);
}

test("shows the changes, leaves unchanged units out, and sends offline ones so that they stay in the list", async () => {
  const { bodies, router } = show(path);
  await userEvent.click(await screen.findByRole("checkbox", { name: "All of floor First" }));
  await userEvent.click(screen.getByRole("checkbox", { name: "All of floor Second" }));
  await userEvent.type(screen.getByLabelText("New setpoint"), "22");
  expect((await row("AHU 1-1")).getByText("22.0 °C")).toBeVisible();
  expect((await row("AHU 1-2")).getByText("unchanged")).toBeVisible();
  expect((await row("AHU 2-1")).getByText("connect to network")).toBeVisible();
  const foot = screen.getAllByRole("status").find((one) => one.textContent.includes("will change"));
  expect(foot).toHaveTextContent("1 will change1 unchanged1 offline, will not change");
  expect(router.state.location.search).toEqual({ of: "f11,f12", to: 22 });

  await userEvent.type(screen.getByLabelText("Reason (optional)"), "Heat wave");
  const before = Date.now();
  await userEvent.click(screen.getByRole("button", { name: "Change setpoints" }));
  await waitFor(() => expect(router.state.location.search).toEqual({ of: "f11,f12", to: 22, batch: FIRST }));
  expect(bodies).toEqual([
    {
      writes: ["AHU-1-1", "AHU-2-1"].map((ssid) => ({ ssid, param_id: setpoint, value: 22 })),
      reason: "Heat wave",
      until: expect.any(String),
      idempotencyKey: expect.any(String),
    },
  ]);
  const { until } = z.object({ until: z.string() }).parse(bodies[0]);
  expect(Date.parse(until) - before).toBeGreaterThanOrEqual(4 * 3_600_000 - 60_000);
  expect(Date.parse(until) - before).toBeLessThan(4 * 3_600_000 + 60_000);
});

test("two fast clicks send one change, although its end counts from the click", async () => {
  const { bodies, router } = show(`${path}?of=f11&to=22`);
  await screen.findByText("1 will change");
  const change = screen.getByRole("button", { name: "Change setpoints" });
  vi.useFakeTimers({ toFake: ["Date"] });
  for (let click = 0; click < 2; click += 1) {
    fireEvent.click(change);
    vi.setSystemTime(Date.now() + 90);
  }
  vi.useRealTimers();
  await waitFor(() => expect(router.state.location.search).toMatchObject({ batch: FIRST }));
  expect(bodies).toHaveLength(1);
});

test("marks units under an override before the change", async () => {
  const override = anOverride({ param_id: setpoint, value: 21, unit: "degC" });
  show(`${path}?of=f11&to=22`, { overrides: [override, anOverride({ ssid: "AHU-1-2" })] });
  const mark = (await row("AHU 1-1")).findByRole("img", { name: /^Override\. .*21\.0\s°C, ravi until/ });
  expect(await mark).toHaveTextContent(/^ravi until .*17:30/);
  expect((await row("AHU 1-2")).queryByRole("img", { name: /^Override/ })).not.toBeInTheDocument();
  expect(screen.getByText("1 under an override")).toBeVisible();
});

test("zones and single boxes are chosen for the zone temperature; a pasted link shows the same", async () => {
  const { router } = show(`${path}?set=zone&of=z111,VAV-1-2&to=23`);
  expect(await screen.findByRole("checkbox", { name: "All of Zone 1" })).toBeChecked();
  expect(screen.getByRole("checkbox", { name: "VAV 1-2" })).toBeChecked();
  expect(screen.getByRole("checkbox", { name: "All of floor First" })).toBeChecked();
  expect(screen.getByLabelText("New setpoint")).toHaveValue("23");
  await userEvent.click(screen.getByRole("checkbox", { name: "All of Zone 1" }));
  expect(router.state.location.search).toEqual({ set: "zone", of: "z112", to: 23 });
});

test.each([
  ["", "14.9", "RAT sp should be 15-35"],
  ["", "35.1", "RAT sp should be 15-35"],
  ["set=sat&", "36", "SAT sp should be 15-35"],
  ["set=zone&", "14", "Temperature sp should be 15-35"],
])("clears a value of %s%s, shows the reason and sends no command", async (set, typed, text) => {
  const { bodies } = show(`${path}?${set}of=f11`);
  const field = await screen.findByLabelText("New setpoint");
  await userEvent.type(field, typed);
  const button = await screen.findByRole("button", { name: "Change setpoints" });
  await waitFor(() => expect(button).toBeEnabled());
  await userEvent.click(button);
  expect(await screen.findByText(text)).toBeVisible();
  expect(field).toHaveValue("");
  expect(bodies).toEqual([]);
});

test.each(["1e309", '"22"', "22 °C", "0x16"])(
  "%s is no number: shows the error at the field, keeps the input and sends no command",
  async (typed) => {
    const { bodies, router } = show(`${path}?of=f11`);
    const field = await screen.findByLabelText("New setpoint");
    await userEvent.click(field);
    await userEvent.paste(typed);
    expect(field).toHaveValue(typed);
    expect(field).toHaveAccessibleDescription("A number from 15 to 35, such as 22.5");
    const button = await screen.findByRole("button", { name: "Change setpoints" });
    await waitFor(() => expect(button).toBeEnabled());
    await userEvent.click(button);
    expect(field).toHaveFocus();
    expect(field).toHaveValue(typed);
    expect(router.state.location.search).toEqual({ of: "f11" });
    expect(bodies).toEqual([]);
  },
);

test.each(["15", "35"])("%s is a value that may be set", async (typed) => {
  const { bodies } = show(`${path}?of=f11`);
  await userEvent.type(await screen.findByLabelText("New setpoint"), typed);
  await userEvent.click(await screen.findByRole("button", { name: "Change setpoints" }));
  await waitFor(() => expect(bodies).toHaveLength(1));
});

const partly: Batches = {
  [FIRST]: {
    commands: [
      command("AHU-1-1", "verified", { readBack: 22 }),
      command("AHU-1-2", "failed", { failure: "not-verified", readBack: 24 }),
    ],
    refused: ["AHU-2-1"],
  },
};

test("the address of a batch shows confirmed and failed units with reasons", async () => {
  show(`${path}?to=22&batch=${FIRST}`, { batches: partly });
  const table = within(await screen.findByRole("table", { name: "Progress by unit" }));
  expect(within(table.getByRole("row", { name: /AHU 1-1/ })).getByText("Confirmed")).toBeVisible();
  const stuck = within(table.getByRole("row", { name: /AHU 1-2/ }));
  expect(stuck.getByText("Failed: the device still shows 24.0 °C")).toBeVisible();
  expect(within(table.getByRole("row", { name: /AHU 2-1/ })).getByText("Offline, not changed")).toBeVisible();
  expect(screen.getByText("1 of 3 confirmed")).toBeVisible();
  expect(screen.getByText("2 failed")).toBeVisible();
  expect(screen.getByText(/^Changed by asha at .*: Heat wave$/)).toBeVisible();
});

test("retries failed units only, and shows both batches together", async () => {
  const { bodies, router } = show(`${path}?to=22&batch=${FIRST}`, {
    batches: {
      ...partly,
      [AGAIN]: { commands: [command("AHU-1-2", "verified"), command("AHU-2-1", "verified")] },
    },
  });
  await userEvent.click(await screen.findByRole("button", { name: "Retry failed" }));
  expect(await screen.findByText("3 of 3 confirmed")).toBeVisible();
  expect(bodies).toEqual([
    {
      writes: [
        { ssid: "AHU-1-2", param_id: setpoint, value: 22 },
        { ssid: "AHU-2-1", param_id: setpoint, value: 22 },
      ],
      reason: "Heat wave",
      until: "2026-01-05T12:00:00.000Z",
      idempotencyKey: expect.any(String),
    },
  ]);
  expect(router.state.location.search).toEqual({ to: 22, batch: `${FIRST},${AGAIN}` });
  expect(screen.queryByRole("button", { name: "Retry failed" })).not.toBeInTheDocument();
});

test("a change that was refused throughout keeps its end when it is tried again", async () => {
  const { bodies } = show(`${path}?to=22&batch=${FIRST}`, {
    batches: { [FIRST]: { commands: [], refused: ["AHU-2-1"] } },
  });
  await userEvent.click(await screen.findByRole("button", { name: "Retry failed" }));
  await waitFor(() => expect(bodies).toMatchObject([{ until: "2026-01-05T12:00:00.000Z" }]));
});

test("shows that the end has passed meanwhile", async () => {
  show(`${path}?to=22&batch=${FIRST}`, { batches: partly });
  refuse(sendCommands, "input-invalid", { fields: { until: "Choose a future end time" } });
  await userEvent.click(await screen.findByRole("button", { name: "Retry failed" }));
  expect(await screen.findByText("Choose a future end time")).toBeVisible();
});

test("nothing can be tried again while something is under way", async () => {
  show(`${path}?to=22&batch=${FIRST}`, {
    batches: { [FIRST]: { commands: [command("AHU-1-1", "sent"), command("AHU-1-2", "expired")] } },
  });
  expect(await screen.findByText("1 under way")).toBeVisible();
  expect(screen.getByRole("button", { name: "Retry failed" })).toBeDisabled();
});

test("a command that a newer one superseded has not failed", async () => {
  show(`${path}?to=22&batch=${FIRST}`, {
    batches: { [FIRST]: { commands: [command("AHU-1-1", "superseded")] } },
  });
  expect(await screen.findByText("0 of 1 confirmed")).toBeVisible();
  expect(screen.queryByText(/failed/)).not.toBeInTheDocument();
});

test("shows that a batch does not exist", async () => {
  renderScreen(`${path}?batch=${FIRST}`, aSession(), () => {
    serveUnits();
    refuse(getCommandBatch, "not-found");
  });
  expect(await screen.findByText("Change not found.")).toBeVisible();
});

test("a viewer may not open it", async () => {
  show(path, { role: 3 });
  await waitFor(() => expect(screen.queryByLabelText("New setpoint")).not.toBeInTheDocument());
  expect(screen.queryByRole("button", { name: "Change setpoints" })).not.toBeInTheDocument();
});

const floorBoxes = async () =>
  (await screen.findAllByRole("checkbox", { name: /^All of floor/ })).map((box) =>
    box.getAttribute("aria-label"),
  );

test("floors are in the order of the building, from the highest to the lowest, and decks are below them", async () => {
  show(path, {
    given: [...units, anAirUnit({ ssid: "AHU-P", name: "AHU P", floorId: 13 })],
    floors: [
      aFloor({ id: 11, name: "First" }),
      aFloor({ id: 13, name: "Parking 1", floor_type: "parking" }),
      aFloor({ id: 12, name: "Second" }),
    ],
  });
  await waitFor(async () =>
    expect(await floorBoxes()).toEqual([
      "All of floor Second",
      "All of floor First",
      "All of floor Parking 1",
    ]),
  );
});
