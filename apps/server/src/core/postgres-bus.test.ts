import { expect, inject, test, vi } from "vitest";

import type { Bus } from "./bus.ts";
import { createPostgresBus } from "./postgres-bus.ts";

const fail = (error: Error) => {
  throw error;
};

function record(bus: Bus) {
  const ids: string[] = [];
  bus.subscribe("session-ended", ({ sessionId }) => void ids.push(sessionId));
  return ids;
}

const end = (bus: Bus, sessionId: string) =>
  bus.publish({ name: "session-ended", data: { sessionId, code: "session-closed" } });

test("delivers an event once to each process: to its own at once, to the other soon after", async () => {
  const url = inject("templateUrl");
  await using here = createPostgresBus(url, fail);
  await using there = createPostgresBus(url, fail);
  const ids = { here: record(here), there: record(there) };
  await vi.waitFor(() => {
    end(here, "connected");
    expect(ids.there).toContain("connected");
  });
  await vi.waitFor(() => {
    end(there, "connected back");
    expect(ids.here).toContain("connected back");
  });

  end(here, "one");
  expect(ids.here.filter((id) => id === "one")).toHaveLength(1);
  end(there, "two");
  await vi.waitFor(() => expect([ids.here.at(-1), ids.there.includes("one")]).toEqual(["two", true]));
  expect(ids.here.filter((id) => id === "one")).toHaveLength(1);
  expect(ids.there.filter((id) => id === "one" || id === "two").toSorted()).toEqual(["one", "two"]);
});
