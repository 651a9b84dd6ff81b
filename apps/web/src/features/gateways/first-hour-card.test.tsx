import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import * as contract from "@verandah/contract/gateways/first-hours.ts";
import { getGateway, listGateways, listProfiles, listSensors } from "@verandah/contract/gateways/gateways.ts";
import { expect, test } from "vitest";

import { aSession } from "../../testing/builders.ts";
import { renderScreen } from "../../testing/render-app.tsx";
import { refuse, serve } from "../../testing/serve.ts";

const aGateway = {
  id: 3,
  ssid: "GW-1",
  name: "Tower",
  state: "online" as const,
  stateSince: null,
  software: null,
  devices: 1,
  outboxPending: 0,
  outboxDropped: 0,
  hasJoined: true,
  codeUntil: null,
  model: { version: "b", inForce: "b", refused: null, settings: {} },
};
const device = { ssid: "AHU-1", name: "Roof unit", type: "AHU" };

const aFinding = (change: Partial<contract.HourFinding> = {}): contract.HourFinding => ({
  id: 7,
  rule: "unit",
  device,
  param_id: "Return Air Temperature",
  unit: "degC",
  foundAt: "2026-01-05T08:05:00.000Z",
  mapping: "abc",
  ...change,
  evidence: {
    value: 75,
    count: 5,
    of: 5,
    from: "2026-01-05T08:00:00.000Z",
    until: "2026-01-05T08:05:00.000Z",
    low: -20,
    high: 60,
    fixes: [{ kind: "unit", unit: "degF", value: 23.9 }],
    ...change.evidence,
  },
});

function show(findings: contract.HourFinding[], counts = { points: 40, checked: 34, silent: 2 }) {
  return renderScreen("/admin/gateways?gateway=GW-1", aSession({ role: { id: 2 } }), () => {
    serve(listGateways, [aGateway]);
    serve(listProfiles, []);
    serve(listSensors, []);
    serve(getGateway, {
      ...aGateway,
      devices: [{ ...device, place: "Roof", state: "online", reach: null }],
    });
    serve(contract.getFirstHour, () => ({ ...counts, findings: [...findings] }));
  });
}
const card = async () => within(await screen.findByRole("region", { name: "First hour" }));
const evidence = (change: Partial<contract.HourEvidence>) => ({ ...aFinding().evidence, ...change });

test("a finding has its evidence and a button that corrects it, and the correction can be undone", async () => {
  const findings = [aFinding()];
  show(findings);
  const shown = await card();
  expect(await shown.findByText(/Checked points: 34 of 40\. Without a value: 2\./)).toBeVisible();
  const row = within(await shown.findByRole("row", { name: /Roof unit · Return Air Temperature/ }));
  expect(
    row.getByText(
      /The value is 75\.0 °C: 5 of 5 values are outside -20\.0 °C to 60\.0 °C\. Read as °F it is 23\.9 °C\./,
    ),
  ).toBeVisible();
  const corrected = serve(contract.correctFinding, () => {
    findings.length = 0;
    return { points: 1, devices: 2, profile: "bacnet-ahu-2" };
  });
  await userEvent.click(row.getByRole("button", { name: "Read as °F: Roof unit · Return Air Temperature" }));
  expect(corrected.bodies).toEqual([{ fix: 0, mapping: "abc" }]);
  expect(
    await screen.findByText("The profile bacnet-ahu-2 is corrected. Points: 1, devices: 2."),
  ).toBeVisible();
  expect(shown.queryByRole("row", { name: /Roof unit/ })).toBeNull();
  const undone = serve(contract.undoCorrection, {});
  await userEvent.click(screen.getByRole("button", { name: "Undo" }));
  expect(undone.bodies).toHaveLength(1);
});

test("the change of another administrator prevents a correction", async () => {
  show([aFinding()]);
  refuse(contract.correctFinding, "place-changed");
  await userEvent.click(await (await card()).findByRole("button", { name: /Read as °F/ }));
  expect(await screen.findByText("Someone else has changed this place or device.")).toBeVisible();
});

test("a finding is dismissed, and brought back", async () => {
  show([aFinding()]);
  const dismissed = serve(contract.dismissFinding, {});
  await userEvent.click(await (await card()).findByRole("button", { name: /^Dismiss: Roof unit/ }));
  await userEvent.click(await screen.findByRole("button", { name: "Undo" }));
  expect(dismissed.bodies).toEqual([{}, { isDismissed: false }]);
});

test("each kind of finding is in words with numbers and units, and without a safe correction has advice only", async () => {
  show([
    aFinding({ id: 1, rule: "out-of-range", evidence: evidence({ value: -200, fixes: [] }) }),
    aFinding({
      id: 2,
      rule: "stuck",
      evidence: evidence({ value: 23.4, of: 60, peers: { changed: 11, of: 12 }, fixes: [] }),
    }),
    aFinding({
      id: 3,
      rule: "swapped",
      param_id: "Supply Air Temperature",
      mapping: null,
      evidence: evidence({
        value: 25,
        partner: { param_ids: ["Return Air Temperature"], value: 14 },
        fixes: [],
      }),
    }),
    aFinding({
      id: 4,
      rule: "word-order",
      unit: "volt",
      evidence: evidence({ value: 2.4e-41, fixes: [{ kind: "word-order", value: 231 }] }),
    }),
    aFinding({
      id: 5,
      rule: "clock",
      device: null,
      param_id: null,
      evidence: evidence({ value: -720_000, fixes: [] }),
    }),
    aFinding({ id: 6, rule: "clock", param_id: null, evidence: evidence({ value: 19_800_000, fixes: [] }) }),
  ]);
  const shown = await card();
  for (const text of [
    /The value is -200\.0 °C: 5 of 5 values/,
    /Check the sensor and its wires, then the address and the scale of the point/,
    /All 60 values are exactly 23\.4 °C\. Of 12 like points 11 changed\./,
    /Supply Air Temperature has 25\.0 °C, Return Air Temperature has 14\.0 °C\. Only exchanged values fit the state of the device\./,
    /Correct the profile of the device, in the file of the gateway/,
    /2\.4e-41 V is not possible, or the value jumps: 5 of 5 values\. With the words exchanged it is about 231\.00 V\./,
    /The clock is 12 min behind the server\./,
    /The clock is 5 h 30 min ahead of the server\./,
    /it probably sends its local time as UTC/,
  ])
    expect(await shown.findByText(text)).toBeVisible();
  expect(shown.getAllByRole("button", { name: /^(?!Dismiss)(?=.*: )/ })).toHaveLength(1);
});

test("reports no fault only when all points are checked", async () => {
  show([], { points: 40, checked: 39, silent: 1 });
  const shown = await card();
  expect(await shown.findByText(/Without a value: 1/)).toBeVisible();
  expect(shown.queryByText("The checks found no fault.")).toBeNull();
});
