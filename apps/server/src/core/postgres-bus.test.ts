import { expect, inject, test, vi } from "vitest";

import { fail, publishEnd, recordEnds } from "../testing/benches/buses.ts";
import { linkToDatabase } from "../testing/database/database-link.ts";
import { openOneConnection } from "../testing/database/one-connection.ts";
import { takeDatabase } from "../testing/database/test-databases.ts";
import { createPostgresBus } from "./postgres-bus.ts";

test("delivers an event once to each process: immediately to the sending process, shortly afterwards to the other", async () => {
  const url = inject("openUrl");
  await using here = createPostgresBus(url, fail);
  await using there = createPostgresBus(url, fail);
  const ids = { here: recordEnds(here), there: recordEnds(there) };
  await vi.waitFor(() => {
    publishEnd(here, "connected");
    expect(ids.there).toContain("connected");
  });
  await vi.waitFor(() => {
    publishEnd(there, "connected back");
    expect(ids.here).toContain("connected back");
  });

  publishEnd(here, "one");
  expect(ids.here.filter((id) => id === "one")).toHaveLength(1);
  publishEnd(there, "two");
  await vi.waitFor(() => expect([ids.here.at(-1), ids.there.includes("one")]).toEqual(["two", true]));
  expect(ids.here.filter((id) => id === "one")).toHaveLength(1);
  expect(ids.there.filter((id) => id === "one" || id === "two").toSorted()).toEqual(["one", "two"]);
});

test("names thousands of devices with the longest ids to other processes", async () => {
  const url = inject("openUrl");
  await using here = createPostgresBus(url, fail);
  await using there = createPostgresBus(url, fail);
  const named = new Set<number>();
  there.subscribe("readings-stored", ({ deviceIds }) => {
    for (const id of deviceIds) named.add(id);
  });
  const deviceIds = Array.from({ length: 3_000 }, (_, at) => 2_147_483_647 - at);
  await vi.waitFor(() => expect([here.isConnected, there.isConnected]).toEqual([true, true]), 10_000);
  here.publish({ name: "readings-stored", data: { deviceIds, values: [] } });
  await vi.waitFor(() => expect(named.isSupersetOf(new Set(deviceIds))).toBe(true), 10_000);
});

test("opens one new connection after the server closes the old one", async () => {
  // Its own database: tests of other files connect to the open one.
  await using copy = await takeDatabase(inject("templateUrl"));
  const { url } = copy;
  await using database = openOneConnection(url);
  const connections = async () => {
    const rows = await database.run(
      "select pid from pg_stat_activity where application_name = 'verandah-bus' and datname = current_database()",
    );
    return rows.map(({ pid }) => Number(pid));
  };
  const errors: Error[] = [];
  {
    await using bus = createPostgresBus(url, (error) => void errors.push(error));
    const ids = recordEnds(bus);
    const lost = vi.fn<() => void>();
    bus.subscribe("events-lost", lost);
    // The server lists a connection before the bus listens on it.
    await vi.waitFor(() => expect(bus.isConnected).toBe(true));
    const [old] = await connections();
    await database.run("select pg_terminate_backend($1)", [old]);
    await vi.waitFor(
      async () => {
        const pids = await connections();
        expect(pids).not.toEqual([]);
        expect(pids).not.toContain(old);
      },
      { timeout: 5_000 },
    );
    // It listens again only after it is connected.
    await vi.waitFor(() => expect(lost).toHaveBeenCalled());
    publishEnd(bus, "after");
    await database.run("select 1");
    expect(ids).toEqual(["after"]);
    expect(lost).toHaveBeenCalledOnce();
    expect(await connections()).toHaveLength(1);
    expect(errors.length).toBeGreaterThan(0);
  }
});

test("replaces a connection that does not answer, without a reset", async () => {
  const url = inject("openUrl");
  await using link = await linkToDatabase(url);
  const errors: Error[] = [];
  await using here = createPostgresBus(link.url, (error) => void errors.push(error), 300);
  await using there = createPostgresBus(url, fail);
  const ids = recordEnds(here);
  await vi.waitFor(() => expect([here.isConnected, there.isConnected]).toEqual([true, true]));

  link.stall();
  await vi.waitFor(() => expect(here.isConnected).toBe(false), 5_000);
  expect(errors[0]?.message).toContain("timeout");
  link.restore();
  await vi.waitFor(() => expect(here.isConnected).toBe(true), 10_000);
  // An event is lost when an answer of more than 300 ms replaces the connection once more.
  let sent = 0;
  await vi.waitFor(() => {
    publishEnd(there, `after ${(sent += 1)}`);
    expect(ids).not.toEqual([]);
  });
  expect(new Set(ids).size).toBe(ids.length);
});
