import { changesOf, topicsOf } from "@verandah/contract/route.ts";
import type { Topic } from "@verandah/contract/topics.ts";
import pg from "pg";
import { vi } from "vitest";

import type { Change } from "#core/bus.ts";

import { startWhole } from "../benches/whole-bench.ts";
import type { startTestApp } from "../start-test-app.ts";
import { callOf, type Fields, type Who } from "./whole-calls.ts";
import { createReads, type Reply } from "./whole-reads.ts";

type App = Awaited<ReturnType<typeof startTestApp>>;

/** Records all statements. Connections keep the method that they find when they are opened, so call it first. */
const spyOnStatements = () => vi.spyOn(pg.Client.prototype, "query");

/** Which tables the statements of a piece of work name, also by views and functions, and which tables have changed. */
async function watchTables({ app, spy }: { app: App; spy: ReturnType<typeof spyOnStatements> }) {
  const { rows } = await app.query(`
    select relname as name, case when relkind = 'v' then pg_get_viewdef(oid) end as text from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v') and not relispartition
    union all select proname, prosrc from pg_proc where pronamespace = 'public'::regnamespace`);
  const texts = new Map(rows.map(({ name, text }) => [String(name), typeof text === "string" ? text : null]));
  const tables = [...texts].flatMap(([name, text]) => (text === null ? [name] : []));
  const sums = tables.map(
    (name) => `(select sum(hashtextextended(t::text, 0)) from "${name}" t) as "${name}"`,
  );
  const readSums = async () => (await app.query(`select ${sums.join()}`)).rows[0] ?? {};
  let before = await readSums();
  /** Adds the names that a text has. */
  function addNames(text: string, names: Set<string>): void {
    for (const word of new Set(text.match(/\w+/g))) {
      const inner = texts.get(word);
      if (inner === undefined || names.has(word)) continue;
      names.add(word);
      if (inner !== null) addNames(inner, names);
    }
  }
  return {
    async namedIn(work: () => Promise<unknown>): Promise<Set<string>> {
      spy.mockClear();
      await work();
      const names = new Set<string>();
      for (const [query] of spy.mock.calls) addNames(JSON.stringify(query).replaceAll("\\n", " "), names);
      return names;
    },
    async changed(): Promise<string[]> {
      const after = await readSums();
      const names = tables.filter((name) => after[name] !== before[name]);
      before = after;
      return names;
    },
    [Symbol.dispose]: () => spy.mockRestore(),
  };
}

/** A write of the contract: the fields that differ from the sample of its route, and the user; by default an administrator. */
export type Write = [path: string, fields?: Fields, as?: Who];
/** A round of a job or a message of the field. */
type Work = [name: string, work: () => Promise<unknown>];

export async function startReplyChanges() {
  const spy = spyOnStatements();
  // With connections of its own: those that an earlier test opened keep the method from before the spy.
  const whole = await startWhole((databaseUrl) => databaseUrl);
  const { app } = whole;
  const watch = await watchTables({ app: whole.app, spy });
  const { routes, reads, readAll } = await createReads(whole);
  const published: Change[] = [];
  app.bus.subscribe("changed", (change) => void published.push(change));
  for (const name of ["command-changed", "command-released"] as const)
    app.bus.subscribe(name, () => void published.push({ topic: "commands" }));
  app.bus.subscribe("readings-stored", () => {
    for (const topic of ["readings", "measurements"] as const) published.push({ topic });
  });

  const calls = reads.map((read) => ({ ...read, tables: new Set<string>() }));
  type Call = (typeof calls)[number];
  const answered = new Set<string>();
  const replies = new Map<Call, Reply>();
  /** Reads again. @returns the replies that changed */
  async function readAgain(these: readonly Call[]): Promise<[Call, Reply][]> {
    const changed: [Call, Reply][] = [];
    for (const [call, reply] of await readAll(these)) {
      if (reply.status === 200) answered.add(call.route.path);
      if (replies.get(call)?.text !== reply.text) changed.push([call, reply]);
      replies.set(call, reply);
    }
    published.length = 0;
    return changed;
  }
  // Cached points would hide a table.
  app.bus.publish({ name: "changed", data: { topic: "devices" } });
  for (const call of calls) call.tables = await watch.namedIn(() => readAgain([call]));
  /** Begins again after the clock has moved. */
  async function reset(): Promise<void> {
    await readAgain(calls);
    await watch.changed();
  }
  await watch.changed();
  const faults: string[] = [];
  const needless: string[] = [];

  /** Compares the replies with those before a step that changed tables. */
  async function compare(name: string, changes: readonly Topic[] = []): Promise<void> {
    const step = published.splice(0);
    const tables = new Set(await watch.changed());
    const changed = await readAgain(calls.filter((call) => !call.tables.isDisjointFrom(tables)));
    const isCovered = ({ route, ssid }: Call) =>
      step.some(
        (change) =>
          topicsOf(route).includes(change.topic) &&
          (change.campusId === undefined || change.campusId === app.places[0]?.campusId) &&
          (change.ssid === undefined || ssid === undefined || change.ssid === ssid),
      );
    const topics = [...new Set(step.map(({ topic }) => topic))].join(", ");
    for (const [call] of changed)
      if (!isCovered(call))
        faults.push(`${name} (${topics}) changes ${call.key} (${topicsOf(call.route).join(", ")})`);
    for (const topic of changes)
      if (!changed.some(([{ route }]) => topicsOf(route).includes(topic))) needless.push(`${name}: ${topic}`);
  }

  const made = new Set<string>();
  /** Makes writes. Those that follow each other and declare the same are one step. */
  async function write(...writes: Write[]): Promise<void> {
    const steps = writes.map(([path, fields = {}, as = "administrator"]) => {
      const route = routes.find((one) => one.method === "POST" && one.path === path);
      if (!route) throw new Error(`No write ${path}`);
      return { route, fields, as };
    });
    for (const [at, { route, fields, as }] of steps.entries()) {
      const { url, payload } = callOf(route, whole, fields);
      const user = as === "anyone" ? app.client() : whole.users.get(as);
      const answer = await user?.post(url, payload);
      if (answer?.statusCode === 200) made.add(route.path);
      else faults.push(`${route.path}: ${answer?.body}`);
      const next = steps[at + 1]?.route;
      if (next && changesOf(next).toSorted().join() === changesOf(route).toSorted().join()) continue;
      const since = steps
        .slice(0, at + 1)
        .findLastIndex(
          (one) => changesOf(one.route).toSorted().join() !== changesOf(route).toSorted().join(),
        );
      await compare(
        steps
          .slice(since + 1, at + 1)
          .map((one) => one.route.path)
          .join(" + "),
        changesOf(route),
      );
    }
  }
  /** Runs jobs, each as one step. */
  async function run(...works: Work[]): Promise<void> {
    for (const [name, work] of works) {
      await work();
      await compare(name);
    }
  }
  /** The paths of the reads that have changed although no table has. */
  const listChanged = async () =>
    (await readAgain(calls)).map(([{ key }, { text }]) => `${key}: ${text.slice(0, 200)}`).toSorted();
  const without = (method: string, paths: ReadonlySet<string>) =>
    routes.filter((route) => route.method === method && !paths.has(route.path)).map(({ path }) => path);
  return {
    ...whole,
    write,
    run,
    reset,
    listChanged,
    faults,
    needless,
    /** Writes that were never made, and reads that never answered 200. */
    listMissed: () => [...without("POST", made), ...without("GET", answered)],
    async [Symbol.asyncDispose]() {
      watch[Symbol.dispose]();
      await whole[Symbol.asyncDispose]();
    },
  };
}
