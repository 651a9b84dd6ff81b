import { vi } from "vitest";

/** A wait that is short on an idle machine takes seconds where all tests run at once; vitest's own limit is 1 s. */
const TIME_LIMIT_MS = 10_000;

const { waitFor } = vi;
vi.waitFor = (callback, options) =>
  waitFor(callback, {
    timeout: TIME_LIMIT_MS,
    ...(typeof options === "number" ? { timeout: options } : options),
  });
