import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { listPumps } from "@verandah/contract/pumps/pumps.ts";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";

import { aPump } from "../../testing/pumps.ts";
import { serve, serveMeasured } from "../../testing/serve.ts";
import { pumpCard, showPumps } from "../../testing/show-pumps.ts";

afterEach(() => void vi.restoreAllMocks());

/** The screen is as narrow as a phone's. */
function beNarrow(): void {
  const matchMedia = window.matchMedia.bind(window);
  vi.spyOn(window, "matchMedia").mockImplementation((query) => {
    const list = matchMedia(query);
    if (query === "(max-width: 62em)") vi.spyOn(list, "matches", "get").mockReturnValue(true);
    return list;
  });
}

/** Everything is scrolled into view. */
class AllInView {
  readonly tell: (entries: { isIntersecting: boolean }[]) => void;
  constructor(tell: AllInView["tell"]) {
    this.tell = tell;
  }
  observe(): void {
    this.tell([{ isIntersecting: true }]);
  }
  disconnect(): void {}
}

test("a phone shows that toast too, although it loads the part with the toasts later", async () => {
  const user = userEvent.setup();
  beNarrow();
  const observer = globalThis.IntersectionObserver;
  Object.assign(globalThis, { IntersectionObserver: AllInView });
  onTestFinished(() => void Object.assign(globalThis, { IntersectionObserver: observer }));
  showPumps([aPump()]);
  fireEvent.change(await screen.findByLabelText("From"), { target: { value: "2999-01-05T09:00" } });
  await user.click(screen.getByRole("button", { name: "submit" }));
  expect(await screen.findByText("End date should be greater than start date")).toBeVisible();
});

test("another pump is chosen by a search of the server", async () => {
  const user = userEvent.setup();
  const far = aPump({}, { ssid: "P-99", name: "Pump 99 Malur" });
  const { router } = showPumps([aPump()]);
  serveMeasured([far, aPump()]);
  serve(listPumps, ({ searchParams }) => (searchParams.has("search") ? [far] : [aPump()]));
  const field = await screen.findByRole("combobox", { name: "Device" });
  await user.clear(field);
  await user.type(field, "malur");
  await user.click(await screen.findByRole("option", { name: "Pump 99 Malur" }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ device: "P-99" }));
  expect((await pumpCard("Pump 99 Malur")).getByText("Running")).toBeVisible();
});

test("a phone searches among few pumps too", async () => {
  const user = userEvent.setup();
  beNarrow();
  const pumps = [aPump(), aPump({}, { ssid: "P-2", name: "Pump 02 Malur" })];
  const third = aPump({}, { ssid: "P-3", name: "Pump 03 Anekal" });
  const { router } = showPumps(pumps);
  serve(listPumps, ({ searchParams }) => (searchParams.has("search") ? pumps.slice(1) : [...pumps, third]));
  await user.click(await screen.findByRole("textbox", { name: "Device" }));
  const field = await screen.findByRole("combobox", { name: "Device" });
  expect(await screen.findByRole("option", { name: "Pump 03 Anekal" })).toBeVisible();
  await user.clear(field);
  await user.type(field, "malur");
  await waitFor(() => expect(screen.queryByRole("option", { name: "Pump 03 Anekal" })).toBeNull());
  await user.click(screen.getByRole("option", { name: "Pump 02 Malur" }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ device: "P-2" }));
  expect(await screen.findByRole("textbox", { name: "Device" })).toHaveValue("Pump 02 Malur");
});
