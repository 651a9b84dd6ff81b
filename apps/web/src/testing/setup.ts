import "@testing-library/jest-dom/vitest";
import { i18n } from "@lingui/core";
import { cleanup, configure } from "@testing-library/react";
import { afterEach, beforeEach, vi } from "vitest";

import { FakeEventSource } from "./fake-event-source.ts";

vi.stubGlobal("EventSource", FakeEventSource);

// A busy machine takes longer than the second that is the default.
configure({ asyncUtilTimeout: 5_000 });

beforeEach(() => {
  // The macros keep English texts in the code outside of production, so an empty catalogue shows them.
  i18n.loadAndActivate({ locale: "en", messages: {} });
});

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  document.cookie = "role=; Max-Age=0; Path=/";
  FakeEventSource.opened.length = 0;
});
