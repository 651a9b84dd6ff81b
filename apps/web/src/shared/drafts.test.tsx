import { act, cleanup, renderHook, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";

import { aSession } from "../testing/builders.ts";
import { dialogNamed, showScheduler, stopSchedulerClock } from "../testing/show-scheduler.tsx";
import { useDraft } from "./drafts.ts";
import { forgetAll, storeSession } from "./stored-context.ts";

stopSchedulerClock();

/** A reload ends the page without closing its forms, so their drafts stay. */
function reload(): void {
  const kept = Object.keys(sessionStorage).map((key) => [key, sessionStorage.getItem(key) ?? ""] as const);
  cleanup();
  for (const [key, text] of kept) sessionStorage.setItem(key, text);
}

const open = (form = "reason") => renderHook(() => useDraft(form, "")).result;
const typed = () => {
  const draft = open();
  act(() => draft.current[1]("pipe leak"));
};

test("restores the input after a reload, in the same form only", () => {
  storeSession(aSession());
  typed();
  reload();
  expect(open().current[0]).toBe("pipe leak");
  expect(open("another").current[0]).toBe("");
});

test("a closed form stores nothing", () => {
  storeSession(aSession());
  typed();
  cleanup();
  expect(open().current[0]).toBe("");
});

test.each([
  ["logout", forgetAll],
  ["another user's login", () => storeSession(aSession({ user: { id: 8, name: "ravi" } }))],
])("%s discards the typed text", (_, happen) => {
  storeSession(aSession());
  typed();
  reload();
  happen();
  expect(Object.keys(sessionStorage)).toEqual([]);
});

test("a new schedule is open with its title when the session ended in the middle", async () => {
  const { user } = showScheduler();
  await user.click(await screen.findByRole("button", { name: "New" }));
  await user.type((await dialogNamed("New schedule")).getByLabelText("Title"), "Evening");
  reload();
  const again = showScheduler();
  const dialog = await dialogNamed("New schedule");
  expect(dialog.getByLabelText("Title")).toHaveDisplayValue("Evening");
  await again.user.click(dialog.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(Object.keys(sessionStorage)).toEqual([]));
});
