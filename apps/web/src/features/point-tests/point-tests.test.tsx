import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { getGateway, listGateways } from "@verandah/contract/gateways/gateways.ts";
import * as contract from "@verandah/contract/point-tests.ts";
import type { PointTest, TestedPoint, WholePointTest } from "@verandah/contract/point-tests.ts";
import { afterEach, expect, test, vi } from "vitest";

import { aSession } from "../../testing/builders.ts";
import { renderScreen } from "../../testing/render-app.tsx";
import { cutOff, refuse, serve, serveLatest } from "../../testing/serve.ts";

const ID = "00000000-0000-4000-8000-000000000001";
const AT = "2026-01-05T08:00:00.000Z";

const aPoint = (position: number, change: Partial<TestedPoint> = {}): TestedPoint => ({
  position,
  ssid: "AHU-1",
  deviceName: "AHU 1",
  deviceType: "AHU",
  param_id: "Return Air Temperature",
  unit: "degC",
  isOutput: false,
  defaultTolerance: 0.5,
  result: null,
  reference: null,
  tolerance: null,
  reading: null,
  readAt: null,
  quality: null,
  testedAt: null,
  testedBy: null,
  note: null,
  hasPhoto: false,
  steps: [],
  ...change,
});
const fire = aPoint(1, { param_id: "Fire Alarm", unit: "none", defaultTolerance: 0 });
const setpoint = aPoint(2, { param_id: "ahu_in_air_temperature_sp", isOutput: true });
const failed = aPoint(3, {
  ssid: "S-1",
  deviceName: "Sensor 1",
  deviceType: "ENVIRONMENT",
  param_id: "CO2",
  unit: "ppm",
  result: "failed",
  quality: "stale",
  reference: 600,
  tolerance: 75,
  reading: 620,
  readAt: AT,
  testedAt: AT,
  testedBy: "ravi",
  note: "Beside the window",
});
const step = {
  value: 22,
  commandId: ID,
  at: AT,
  state: "verified",
  failure: null,
  readBack: 22,
  releasedAt: null,
  isHeld: true,
} as const;

const aTest = (change: Partial<PointTest> = {}): PointTest => ({
  id: ID,
  kind: "place",
  name: "First",
  startedBy: "asha",
  startedAt: AT,
  finishedBy: null,
  finishedAt: null,
  counts: { points: 4, passed: 0, failed: 1, skipped: 0 },
  ...change,
});

function show(change: Partial<WholePointTest> = {}, query = "", role: 1 | 2 | 3 = 2) {
  const whole = { ...aTest(), points: [aPoint(0), fire, setpoint, failed], testers: [], ...change };
  const view = renderScreen(`/admin/point-test/${ID}${query}`, aSession({ role: { id: role } }), () => {
    serve(contract.getPointTest, () => whole);
    const good = { measured_time: new Date().toISOString(), quality: "good" } as const;
    serveLatest([
      { param_id: "Return Air Temperature", param_value: 24.2, unit: "degC", ...good },
      { param_id: "Fire Alarm", param_value: 0, unit: "none", ...good },
      { param_id: "ahu_in_air_temperature_sp", param_value: 24, unit: "degC", ...good },
    ]);
  });
  return { ...view, whole };
}
const button = (name: string | RegExp) => screen.findByRole("button", { name });
const field = (name: string) => screen.findByRole("textbox", { name });

afterEach(() => void vi.restoreAllMocks());

test("shows how far the test is, and the points of the first device with their live values, none of them as passed", async () => {
  show();
  expect(await screen.findByRole("heading", { name: "Acceptance test: First" })).toBeVisible();
  expect(screen.getByText("1 of 4 points tested")).toBeVisible();
  expect(screen.getByText("0 of 4 passed, 1 failed, 3 not tested")).toBeVisible();
  const device = within(screen.getByRole("region", { name: "AHU 1" }));
  expect(await device.findByText("24.2 °C")).toBeVisible();
  expect(device.getAllByText("Not tested")).toHaveLength(3);
  expect(screen.queryByText("Passed")).toBeNull();
  expect(screen.queryByText("Failed: The value was old")).toBeNull();
  await userEvent.click(await button(/Sensor 1/));
  expect(screen.getByText("Failed: The value was old")).toBeVisible();
});

test("an input is compared with a reference and the default tolerance, and the next untested point opens", async () => {
  const { router } = show();
  await userEvent.click(await button("Next untested point"));
  const { bodies } = serve(contract.recordPoint, { result: "passed" });
  const store = await button("Compare and store");
  await userEvent.click(store);
  expect(screen.getByText("field cannot be empty")).toBeVisible();
  expect(await field("Tolerance")).toHaveValue("0.5");
  await userEvent.type(await field("Reference"), "24.0");
  await userEvent.click(store);
  expect(await screen.findByText("Passed")).toBeVisible();
  expect(bodies).toEqual([{ position: 0, outcome: "compared", note: "", reference: 24, tolerance: 0.5 }]);
  await waitFor(() => expect(router.state.location.search).toMatchObject({ point: 1 }));
  expect(screen.getByRole("group", { name: "Fire Alarm" })).toBeVisible();
});

test("the tolerance of a quantity without its own follows the reference until it is changed", async () => {
  show({ points: [aPoint(0, { unit: "kilowatt", defaultTolerance: null })] }, "?point=0");
  await userEvent.type(await field("Reference"), "40");
  expect(await field("Tolerance")).toHaveValue("2");
  await userEvent.clear(await field("Tolerance"));
  await userEvent.type(await field("Tolerance"), "1");
  await userEvent.type(await field("Reference"), "0");
  expect(await field("Tolerance")).toHaveValue("1");
});

test("typed values stay without an answer of the server, also after a look at another point", async () => {
  show({}, "?point=0");
  cutOff(contract.recordPoint);
  await userEvent.type(await field("Reference"), "24");
  await userEvent.type(await field("Note"), "Duct");
  await userEvent.click(await button("Compare and store"));
  expect(await screen.findByRole("alert")).toBeVisible();
  await userEvent.click(await button(/Fire Alarm/));
  await userEvent.click(await button(/Return Air Temperature/));
  expect(await field("Reference")).toHaveValue("24");
  expect(await field("Note")).toHaveValue("Duct");
});

test("a skipped point needs a reason, and a failed result stays open", async () => {
  const { router } = show({}, "?point=0");
  const { bodies } = serve(contract.recordPoint, { result: "failed" });
  await userEvent.click(await button("Skip"));
  expect(screen.getByText("Enter a reason")).toBeVisible();
  await userEvent.type(await field("Note"), "Loose wire");
  await userEvent.click(await button("Failed"));
  await waitFor(() => expect(bodies).toEqual([{ position: 0, outcome: "failed", note: "Loose wire" }]));
  expect(router.state.location.search).toMatchObject({ point: 0 });
});

test("an output gets test values, shows the values that its device reported, and is released", async () => {
  const { whole } = show({}, "?point=2");
  const sent = serve(contract.stepPoint, () => {
    whole.points = [aPoint(0), fire, { ...setpoint, steps: [step] }, failed];
    return { commandId: ID };
  });
  await userEvent.type(await field("Test value"), "22");
  await userEvent.click(await button("Send the test value"));
  expect(await screen.findByText(/Sent 22.0 °C, read back 22.0 °C/)).toBeVisible();
  expect(screen.getByText("Confirmed")).toBeVisible();
  expect(sent.bodies).toEqual([{ position: 2, value: 22, reason: "Acceptance test" }]);
  refuse(contract.recordPoint, "point-test-open");
  await userEvent.click(await button("Passed: the equipment followed"));
  expect(await screen.findByText(/The test value is in force. Release it first/)).toBeVisible();
  const released = serve(contract.releasePoint, () => {
    whole.points = [
      aPoint(0),
      fire,
      { ...setpoint, steps: [{ ...step, releasedAt: AT, isHeld: false }] },
      failed,
    ];
    return { message: "ACCEPTED" };
  });
  await userEvent.click(await button("Release"));
  expect(await screen.findByText(/Released/)).toBeVisible();
  expect(released.bodies).toEqual([{ position: 2 }]);
  expect(screen.queryByRole("button", { name: "Release" })).toBeNull();
});

test("a second tester reads the name of the first, and cannot store", async () => {
  show({ testers: [{ ssid: "AHU-1", name: "ravi" }] }, "?point=0");
  expect(
    await screen.findByText("ravi is testing this device now. Choose another device, or wait."),
  ).toBeVisible();
  for (const name of ["Compare and store", "Failed", "Skip"]) expect(await button(name)).toBeDisabled();
});

test("a photo is scaled down before it is sent", async () => {
  const drawn: unknown[] = [];
  const picture = { width: 4_000, height: 3_000, close: () => undefined };
  vi.stubGlobal("createImageBitmap", () => Promise.resolve(picture));
  const context: CanvasRenderingContext2D = Object.assign(Object.create(null), {
    drawImage: (...of: unknown[]) => void drawn.push(of.slice(3)),
  });
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(context);
  vi.spyOn(HTMLCanvasElement.prototype, "toDataURL").mockReturnValue("data:image/jpeg;base64,AAAA");
  show({}, "?point=0");
  const { bodies } = serve(contract.recordPoint, { result: "failed" });
  await button("Add a photo");
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  await userEvent.upload(input!, new File(["x"], "photo.jpg", { type: "image/jpeg" }));
  expect(await screen.findByRole("img", { name: "The new photo" })).toBeVisible();
  expect(drawn).toEqual([[1_280, 960]]);
  await userEvent.click(await button("Failed"));
  await waitFor(() => expect(bodies).toEqual([{ position: 0, outcome: "failed", note: "", photo: "AAAA" }]));
});

test("the filter shows failed points only, and the end of the test is asked for", async () => {
  const { router } = show({}, "?show=failed");
  expect(await button(/Sensor 1/)).toBeVisible();
  expect(screen.queryByRole("button", { name: /AHU 1/ })).toBeNull();
  const finished = serve(contract.finishPointTest, { id: ID });
  await userEvent.click(await button("Finish the test"));
  const dialog = within(await screen.findByRole("dialog", { name: "Finish the test?" }));
  expect(
    dialog.getByText(/3 points are not tested, and the report says that the test is not complete/),
  ).toBeVisible();
  expect(finished.urls).toEqual([]);
  await userEvent.click(dialog.getByRole("button", { name: "Finish the test" }));
  await waitFor(() => expect(finished.urls).toHaveLength(1));
  await userEvent.click(screen.getByRole("radio", { name: "All" }));
  await waitFor(() => expect(router.state.location.search).toEqual({}));
});

test.each([
  ["a finished test", { finishedAt: AT, finishedBy: "asha" }, 2],
  ["a viewer", {}, 3],
] as const)("%s has no form, only the stored results", async (_name, change, role) => {
  show(change, "?point=3", role);
  expect(await screen.findByText("Beside the window")).toBeVisible();
  expect(screen.getByText("± 75 ppm")).toBeVisible();
  expect(await button("Report (PDF)")).toBeVisible();
  for (const name of ["Compare and store", "Finish the test", "Next untested point"])
    expect(screen.queryByRole("button", { name })).toBeNull();
});

test("the page of a gateway lists its tests, and an administrator begins one", async () => {
  const complete = aTest({
    counts: { points: 4, passed: 4, failed: 0, skipped: 0 },
    finishedAt: AT,
    finishedBy: "asha",
  });
  const { path } = renderScreen("/admin/gateways?gateway=3", aSession({ role: { id: 2 } }), () => {
    serve(contract.listPointTests, [aTest({ id: ID.replace("1", "2"), name: "GW" }), complete]);
    serve(contract.getPointTest, { ...aTest(), points: [aPoint(0)], testers: [] });
    serveLatest([]);
    serve(listGateways, []);
    serve(getGateway, {
      id: 3,
      ssid: "GW-1",
      name: "Tower",
      state: "online",
      stateSince: null,
      software: null,
      outboxPending: 0,
      outboxDropped: 0,
      hasJoined: true,
      codeUntil: null,
      model: null,
      devices: [],
    });
  });
  const [region] = await screen.findAllByRole("region", { name: "Acceptance tests" });
  const card = within(region!);
  expect(await card.findByText("4 of 4 passed")).toBeVisible();
  expect(card.getByText("Complete")).toBeVisible();
  expect(card.getByText("Open")).toBeVisible();
  const { bodies } = serve(contract.startPointTest, { id: ID });
  await userEvent.click(card.getByRole("button", { name: "Test the points" }));
  await waitFor(() => expect(path()).toBe(`/admin/point-test/${ID}`));
  expect(bodies).toEqual([{ gateway: 3 }]);
});
