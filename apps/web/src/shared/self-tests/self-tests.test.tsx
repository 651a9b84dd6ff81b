import { fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import {
  deleteSelfTest,
  type SelfTestResult,
  type SelfTest,
  listSelfTests,
  planSelfTest,
} from "@verandah/contract/self-tests.ts";
import { expect, test } from "vitest";

import { refuse, serve } from "../../testing/serve.ts";
import { showLights } from "../../testing/show-lights.ts";

const aResult = (change: Partial<SelfTestResult>): SelfTestResult => ({
  ssid: "50d1",
  name: "DALI 1",
  result: "passed",
  why: null,
  at: "2026-01-05T14:31:00.000Z",
  commandId: null,
  ...change,
});

const aTest = (change: Partial<SelfTest>): SelfTest => ({
  id: "00000000-0000-4000-8000-000000000001",
  kind: "function",
  plannedAt: "2026-01-05T14:30:00.000Z",
  isMonthly: false,
  state: "planned",
  results: [],
  ...change,
});

const past = aTest({
  id: "00000000-0000-4000-8000-000000000002",
  state: "done",
  results: [
    aResult({ ssid: "50d4", name: "DALI 10" }),
    aResult({}),
    aResult({ ssid: "50d2", name: "DALI 2", result: "not-tested", why: "offline" }),
    aResult({ ssid: "50d3", name: "DALI 3", result: "failed" }),
  ],
});
const next = aTest({ kind: "duration", plannedAt: "2026-02-05T14:30:00.000Z", isMonthly: true });

const show = (tests: SelfTest[], role: 1 | 3 = 1) =>
  showLights("/admin/floors", { role, served: () => void serve(listSelfTests, tests) });
const section = async () => within(await screen.findByRole("region", { name: "Emergency light tests" }));

test("lists the next test first, and the results of a past one with failed lights first, then by name", async () => {
  show([next, past]);
  const tests = await section();
  expect(await tests.findByText("1 failed, 1 not tested, 2 passed")).toBeVisible();
  const [first, second] = tests.getAllByRole("listitem").filter((item) => within(item).queryByText(/test$/));
  for (const text of ["5 Feb 2026, 20:00", "Duration test", "Monthly", "Planned"])
    expect(within(first ?? document.body).getByText(text)).toBeVisible();
  const lights = within(second ?? document.body).getAllByRole("link");
  expect(lights.map(({ textContent }) => textContent)).toEqual(["DALI 3", "DALI 2", "DALI 1", "DALI 10"]);
  expect(lights[0]).toHaveAttribute("href", "/admin/device?device=50d3");
  expect(tests.getByText("Failed")).toBeVisible();
  expect(tests.getByText("Not tested: the device was offline")).toBeVisible();
});

test("shows the progress of a running test", async () => {
  show([
    aTest({ state: "running", results: [aResult({}), aResult({ ssid: "50d2", result: null, at: null })] }),
  ]);
  expect(await (await section()).findByText("Running: 1 of 2 done")).toBeVisible();
});

test("plans a test each month in the campus's time, and names the error of a time", async () => {
  show([]);
  const tests = await section();
  expect(await tests.findByText("No tests yet.")).toBeVisible();
  await userEvent.click(tests.getByRole("button", { name: "New test" }));
  const dialog = within(await screen.findByRole("dialog", { name: "New emergency light test" }));
  const save = dialog.getByRole("button", { name: "Plan the test" });
  await userEvent.click(save);
  expect(dialog.getByText("Choose a date and a time")).toBeVisible();
  fireEvent.change(dialog.getByLabelText("Time"), { target: { value: "2026-02-05T20:00" } });
  await userEvent.click(dialog.getByRole("radio", { name: "Duration test" }));
  refuse(planSelfTest, "input-invalid", { fields: { plannedAt: "Choose a future time" } });
  await userEvent.click(save);
  expect(await dialog.findByText("Choose a future time")).toBeVisible();
  refuse(planSelfTest, "self-test-taken");
  await userEvent.click(save);
  const taken = "Another test is planned for this time. Choose another time.";
  expect(await dialog.findByText(taken)).toBeVisible();
  const { bodies } = serve(planSelfTest, next);
  await userEvent.click(save);
  expect(await screen.findByText("The test is planned")).toBeVisible();
  expect(bodies).toEqual([
    { floor: 11, kind: "duration", plannedAt: "2026-02-05T14:30:00.000Z", isMonthly: true },
  ]);
});

test("deletes a planned test after a question", async () => {
  show([next, past]);
  const { urls } = serve(deleteSelfTest, { id: next.id });
  const tests = await section();
  await userEvent.click(await tests.findByRole("button", { name: "Delete the test of 5 Feb 2026, 20:00" }));
  expect(tests.getByText("Delete this test and its repetitions?")).toBeVisible();
  expect(urls).toEqual([]);
  await userEvent.click(tests.getByRole("button", { name: "Delete" }));
  expect(await screen.findByText("The test was deleted")).toBeVisible();
  expect(urls).toHaveLength(1);
});

test("viewers see the tests only", async () => {
  show([next, past], 3);
  const tests = await section();
  expect(await tests.findByText("Planned")).toBeVisible();
  expect(tests.queryByRole("button")).toBeNull();
});
