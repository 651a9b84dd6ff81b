import "@testing-library/jest-dom/vitest";
import { i18n } from "@lingui/core";
import { notifications } from "@mantine/notifications";
import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, vi } from "vitest";

import { doubleClick } from "#data/query/use-change.ts";

import { FakeEventSource } from "./fake-event-source.ts";
import { FakePlot } from "./fake-plot.ts";
import { server } from "./serve.ts";

vi.mock("uplot", () => ({ default: FakePlot }));
vi.stubGlobal("EventSource", FakeEventSource);
Object.defineProperty(navigator, "languages", { get: () => ["en-IN", "en"], configurable: true });

// React makes an error for every element, to know who made it; with the hundred frames that the runner asks for that is a sixth of all
// the time.
Error.stackTraceLimit = 10;

// A busy machine takes longer than the default of a second, most of all for the first load of a screen.
configure({ asyncUtilTimeout: 10_000 });

beforeAll(() => server.listen({ onUnhandledFrame: "error" }));
afterAll(() => server.close());

beforeEach(() => {
  doubleClick.ms = 0;
  // The macros keep English texts in the code outside of production, so an empty catalogue shows them.
  i18n.loadAndActivate({ locale: "en", messages: {} });
});

afterEach(() => {
  server.resetHandlers();
  cleanup();
  notifications.clean();
  localStorage.clear();
  sessionStorage.clear();
  document.cookie = "role=; Max-Age=0; Path=/";
  FakeEventSource.opened.length = 0;
  FakePlot.made.length = 0;
});
