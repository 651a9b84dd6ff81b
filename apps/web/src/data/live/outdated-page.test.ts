import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { reloadOutdatedPage } from "./outdated-page.ts";

const reload = vi.fn<() => void>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(window.location, "reload").mockImplementation(reload);
  // The scripts before the page's own may be the same in another build.
  document.head.innerHTML =
    '<script type="module" src="/assets/same.js"></script><script type="module" src="/assets/index-old.js"></script>';
});

afterEach(() => {
  vi.useRealTimers();
  reload.mockReset();
  document.head.innerHTML = "";
  document.body.innerHTML = "";
});

test("a page of another build reloads, and again after a minute if it is still the old one", () => {
  reloadOutdatedPage("/assets/index-old.js");
  reloadOutdatedPage(undefined);
  expect(reload).not.toHaveBeenCalled();
  reloadOutdatedPage("/assets/index-new.js");
  reloadOutdatedPage("/assets/index-new.js");
  vi.advanceTimersByTime(50_000);
  expect(reload).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(10_000);
  expect(reload).toHaveBeenCalledTimes(2);
});

test("it waits while a field has the focus or a dialog is open", () => {
  document.body.innerHTML = "<input />";
  document.querySelector("input")?.focus();
  reloadOutdatedPage("/assets/index-next.js");
  document.body.innerHTML = '<div role="dialog"></div>';
  vi.advanceTimersByTime(10_000);
  expect(reload).not.toHaveBeenCalled();
  document.body.innerHTML = "";
  vi.advanceTimersByTime(10_000);
  expect(reload).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(60_000);
  expect(reload).toHaveBeenCalledOnce();
});

test("the page of the development server does not reload", () => {
  document.head.innerHTML = '<script type="module" src="/src/app/main.tsx"></script>';
  reloadOutdatedPage("/assets/index-other.js");
  expect(reload).not.toHaveBeenCalled();
});
