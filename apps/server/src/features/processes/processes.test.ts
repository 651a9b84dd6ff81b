import { expect, test, vi } from "vitest";

import {
  addProcess,
  connectGateway,
  reportDiskFree,
  reportProcess,
} from "../../testing/benches/processes.ts";
import { quietLog, startTestApp } from "../../testing/start-test-app.ts";
import { createProcessWatch, hasOtherProcess, startProcess } from "./processes.service.ts";

type App = Awaited<ReturnType<typeof startTestApp>>;

/** Starts a process with a broker, which reports every second. */
const start = (app: App, name: string, parts: Partial<Parameters<typeof startProcess>[2]> = {}) =>
  startProcess(
    app.ctx,
    { name, host: "a", roles: ["ingest"] },
    { readDiskFree: async () => 50, onForgotten: () => undefined, log: quietLog, ...parts },
  );

const gateway = async (app: App) =>
  (await app.query("select state, process_id from edges where ssid = 'T-GW'")).rows[0];

const namesOf = async (app: App) =>
  (await app.query("select name from processes order by name")).rows.map((row) => row["name"]);

test("a start sets only edges to unknown that were connected to this process before", async () => {
  await using app = await startTestApp();
  await using other = await start(app, "b:1883");
  await using first = await start(app, "a:1883");
  await connectGateway(app, first.id);
  await using second = await start(app, "a:1883");
  expect(second.id).toBe(first.id);
  expect(await gateway(app)).toEqual({ state: "unknown", process_id: null });

  await connectGateway(app, other.id);
  await using third = await start(app, "a:1883");
  expect(third.id).toBe(first.id);
  expect(await gateway(app)).toEqual({ state: "online", process_id: other.id });
});

test("a process that ends is removed, and its edges are unknown", async () => {
  await using app = await startTestApp();
  await using other = await start(app, "b:1883");
  const ending = await start(app, "a:1883");
  await connectGateway(app, ending.id);
  expect(await hasOtherProcess(app.ctx, other.id, "ingest")).toBe(true);
  await ending[Symbol.asyncDispose]();
  expect(await namesOf(app)).toEqual(["b:1883"]);
  expect(await hasOtherProcess(app.ctx, other.id, "ingest")).toBe(false);
  expect(await gateway(app)).toEqual({ state: "unknown", process_id: null });
});

test("a process without a report for 15 s is removed, and its edges are unknown", async () => {
  await using app = await startTestApp();
  const silent = await addProcess(app, "a:1883");
  const reporting = await addProcess(app, "b:1883");
  await connectGateway(app, silent);
  const watch = createProcessWatch();
  const receptions = [];
  const states = [];
  for (let atMs = 0; atMs <= 16_000; atMs += 1_000) {
    await reportProcess(app, reporting);
    receptions.push(await watch(app.ctx, atMs));
    states.push((await gateway(app))?.["state"]);
  }
  expect(states.lastIndexOf("online")).toBe(14);
  expect(receptions.map(({ isWhole }) => isWhole)).toEqual([
    ...Array.from({ length: 5 }, () => true),
    ...Array.from({ length: 10 }, () => false),
    true,
    true,
  ]);
  expect(await namesOf(app)).toEqual(["b:1883"]);
  expect(await gateway(app)).toEqual({ state: "unknown", process_id: null });
});

test("the end of a process leaves alone the one that has started under its name meanwhile", async () => {
  await using app = await startTestApp();
  const earlier = await start(app, "a:1883");
  await using later = await start(app, "a:1883");
  await connectGateway(app, later.id);
  await earlier[Symbol.asyncDispose]();
  expect(await namesOf(app)).toEqual(["a:1883"]);
  expect(await gateway(app)).toEqual({ state: "online", process_id: later.id });
});

test("a start between two rounds is a gap in the reception", async () => {
  await using app = await startTestApp();
  const id = await addProcess(app, "a:1883");
  const watch = createProcessWatch();
  expect(await watch(app.ctx, 0)).toMatchObject({ isWhole: true });
  await app.query(
    "update processes set started_at = started_at + interval '1 s', seen_at = seen_at + interval '1 s'",
  );
  expect(await watch(app.ctx, 1_000)).toMatchObject({ isWhole: false });
  await reportProcess(app, id);
  expect(await watch(app.ctx, 2_000)).toMatchObject({ isWhole: true });
});

test("a process reports although a disk fails", async () => {
  await using app = await startTestApp();
  let isBroken = false;
  const warn = vi.fn<() => void>();
  const readDiskFree = () =>
    isBroken ? Promise.reject(new Error("input/output error")) : Promise.resolve(40);
  await using stack = new AsyncDisposableStack();
  stack.use(await start(app, "a:1883", { readDiskFree, log: { ...quietLog, warn } }));
  isBroken = true;
  const seen = async () => (await app.query("select seen_at, disk_free_percent from processes")).rows[0];
  const before = await seen();
  await vi.waitFor(async () => expect((await seen())?.["seen_at"]).not.toEqual(before?.["seen_at"]), 5_000);
  expect([(await seen())?.["disk_free_percent"], warn.mock.calls.length > 0]).toEqual([40, true]);
});

test("the silence of a process begins again after an outage of the database", async () => {
  await using app = await startTestApp();
  await addProcess(app, "a:1883");
  const watch = createProcessWatch();
  expect(await watch(app.ctx, 0)).toMatchObject({ hasBroker: true, isWhole: true });
  expect(await watch(app.ctx, 60_000)).toMatchObject({ hasBroker: true, isWhole: true });
  expect(await watch(app.ctx, 64_000)).toMatchObject({ hasBroker: true, isWhole: true });
  expect(await watch(app.ctx, 68_000)).toMatchObject({ hasBroker: true, isWhole: false });
});

test("a process that was believed to have ended registers again, and its edges must log in again", async () => {
  await using app = await startTestApp();
  const onForgotten = vi.fn<() => void>();
  await using forgotten = await start(app, "a:1883", { onForgotten });
  await app.query("delete from processes");
  await vi.waitFor(() => expect(onForgotten).toHaveBeenCalledOnce(), 5_000);
  expect(await app.query("select name, id from processes")).toMatchObject({
    rows: [{ name: "a:1883", id: forgotten.id }],
  });
});

test("a second process with the same name is an error in the log of the first", async () => {
  await using app = await startTestApp();
  const error = vi.fn<(data: object, text: string) => void>();
  await using stack = new AsyncDisposableStack();
  stack.use(await start(app, "same", { log: { ...quietLog, error } }));
  stack.use(await start(app, "same"));
  await vi.waitFor(() => expect(error).toHaveBeenCalled(), 5_000);
  expect(error.mock.calls[0]?.[0]).toMatchObject({
    err: { message: expect.stringContaining("PROCESS_NAME") },
  });
});

test("the processes that share the campuses are those with jobs that have reported within 5 s", async () => {
  await using app = await startTestApp();
  await addProcess(app);
  for (const name of ["a", "b"]) await reportDiskFree(app, name, 50);
  const ids = (await app.query("select id from processes where 'jobs' = any (roles) order by name")).rows;
  const [first, second] = ids.map(({ id }) => Number(id));
  const watch = createProcessWatch();
  const shared: number[][] = [];
  for (let atMs = 0; atMs <= 6_000; atMs += 1_000) {
    await reportProcess(app, first ?? 0);
    shared.push((await watch(app.ctx, atMs)).jobsIds.toSorted((a, b) => a - b));
  }
  expect(shared).toEqual([...Array.from({ length: 5 }, () => [first, second]), [first], [first]]);
});
