import { expect, inject, test, vi } from "vitest";

import { linkToDatabase } from "../testing/database/database-link.ts";
import { openOneConnection, preparing } from "../testing/database/one-connection.ts";
import { startLinkedApp } from "../testing/start-linked-app.ts";
import { startTestApp } from "../testing/start-test-app.ts";
import { aReading, startTestIngest } from "../testing/start-test-ingest.ts";
import { hostAddresses } from "./database/host-addresses.ts";
import { openDb, pingDb } from "./db.ts";
import { createPostgresBus } from "./postgres-bus.ts";

test("a connection that breaks within a transaction fails the transaction, not the process", async () => {
  const uncaught = vi.fn<(error: Error) => void>();
  process.on("uncaughtException", uncaught);
  await using linked = await startLinkedApp();
  const { app, link } = linked;
  const broken = app.db.transaction().execute(async (transaction) => {
    await pingDb(transaction);
    link.cut();
    await new Promise((done) => setTimeout(done, 100));
    await pingDb(transaction);
  });
  await expect(broken).rejects.toThrow(/not queryable|terminated/);
  link.restore();
  await pingDb(app.db);
  process.off("uncaughtException", uncaught);
  expect(uncaught).not.toHaveBeenCalled();
});

test("converts names of columns, but not the keys of jsonb, which may be ids of points", async () => {
  await using app = await startTestApp();
  const campusId = app.places[0]?.campusId ?? 0;
  const definition = { points: { ups_Temperature: { of_each: [{ max_value: 40 }] } } };
  await app.db
    .insertInto("equipmentTypes")
    .values({ campusId, type: "UPS_2", definition: JSON.stringify(definition) })
    .execute();
  const row = await app.db
    .selectFrom("equipmentTypes")
    .select((eb) => [
      "campusId",
      "definition",
      eb.fn.jsonAgg("definition").over().as("allDefinitions"),
      eb.fn<unknown>("jsonb_build_object", [eb.cast(eb.val("param_id"), "text"), "type"]).as("built"),
    ])
    .executeTakeFirst();
  expect(row).toEqual({
    campusId,
    definition,
    allDefinitions: [definition],
    built: { param_id: "UPS_2" },
  });
});

test("prepares a statement when a new connection is first released, and reuses it", async () => {
  await using app = await startTestApp();
  const double = "select $1::int * 2 as twice";
  await using database = openOneConnection(app.databaseUrl, preparing(double, [1]));
  const listUses = () =>
    database.run(
      "select (generic_plans + custom_plans)::int as uses from pg_prepared_statements where statement like '%twice%'",
    );
  expect(await listUses()).toEqual([]);
  expect(await listUses()).toEqual([{ uses: 1 }]);
  expect(await database.run(double, [21])).toEqual([{ twice: 42 }]);
  expect(await listUses()).toEqual([{ uses: 2 }]);
});

test("reports a statement that cannot be prepared once, and its connections work", async () => {
  await using app = await startTestApp();
  const warned = vi.spyOn(process, "emitWarning").mockReturnValue();
  const db = openDb(app.databaseUrl, { connectionsMax: 2, ...preparing("select * from nowhere", []) });
  const useBoth = () => Promise.all([pingDb(db), pingDb(db)]);
  await useBoth();
  await useBoth();
  await db.destroy();
  expect(warned.mock.calls).toEqual([
    ['A statement could not be prepared ahead: error: relation "nowhere" does not exist'],
  ]);
  warned.mockRestore();
});

test("a read-only database is an outage: calls answer 503, and devices stay connected until it accepts writes", async () => {
  await using app = await startTestApp();
  await using field = await startTestIngest(app);
  const sensor = await field.connect("T-S1");
  const closed = vi.fn<() => void>();
  sensor.client.on("close", closed);
  const name = new URL(app.databaseUrl).pathname.slice(1);
  await using admin = openOneConnection(app.databaseUrl);
  const setReadOnly = async (mode: "on" | "off") => {
    await admin.run("set default_transaction_read_only = off");
    await admin.run(`alter database "${name}" set default_transaction_read_only = ${mode}`);
    // The setting is read when a connection opens.
    await admin.run(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    );
  };
  await using ending = new AsyncDisposableStack();
  ending.defer(() => setReadOnly("off"));
  await setReadOnly("on");
  let isStored = false;
  const sent = sensor
    .publish("readings", aReading("T-S1", "TEMPERATURE", app.now().getTime(), 21))
    .then(() => (isStored = true));
  await vi.waitFor(async () =>
    expect((await app.login("viewer")).json()).toMatchObject({ code: "unavailable" }),
  );
  await new Promise((done) => setTimeout(done, 1_500));
  expect([isStored, closed.mock.calls.length]).toEqual([false, 0]);
  await setReadOnly("off");
  await sent;
  expect(await app.db.selectFrom("latest").select("value").execute()).toEqual([{ value: 21 }]);
}, 20_000);

test.each([
  ["postgres://u:p@db.example/verandah?host=%2Frun", ["postgres://u:p@db.example/verandah?host=%2Frun"]],
  [
    "postgres://u:p,w@a:5432,[::1]:5433,c/verandah?sslmode=require",
    [
      "postgres://u:p,w@a:5432/verandah?sslmode=require",
      "postgres://u:p,w@[::1]:5433/verandah?sslmode=require",
      "postgres://u:p,w@c/verandah?sslmode=require",
    ],
  ],
])("reads the hosts of %s", (address, addresses) => {
  expect(hostAddresses(address)).toEqual(addresses);
});

/** A database address with the hosts of some links. */
function joinHosts(links: readonly { url: string }[]): string {
  const [first = ""] = links.map(({ url }) => url);
  return first.replace(/@[^/]+/, `@${links.map(({ url }) => new URL(url).host).join(",")}`);
}

test("with several hosts uses one that answers, and another when that one is lost", async () => {
  const url = inject("openUrl");
  await using first = await linkToDatabase(url);
  await using second = await linkToDatabase(url);
  const address = joinHosts([first, second]);
  first.cut();
  await using database = openOneConnection(address);
  expect(await database.run("select 1 as one")).toEqual([{ one: 1 }]);
  await using bus = createPostgresBus(address, () => undefined);
  await vi.waitFor(() => expect(bus.isConnected).toBe(true), 5_000);

  first.restore();
  second.cut();
  await vi.waitFor(async () => expect(await database.run("select 1 as one")).toEqual([{ one: 1 }]), 5_000);
  await vi.waitFor(() => expect(bus.isConnected).toBe(true), 10_000);
});

test("with several hosts refuses a connection to one that accepts no writes", async () => {
  await using link = await linkToDatabase(inject("openUrl"));
  const address = new URL(link.url);
  address.searchParams.set("options", "-c default_transaction_read_only=on");
  await using one = openOneConnection(address.href);
  expect(await one.run("select 1 as one")).toEqual([{ one: 1 }]);
  await using several = openOneConnection(joinHosts([{ url: address.href }, { url: address.href }]));
  await expect(several.run("select 1")).rejects.toMatchObject({ code: "25006" });
});

test("an idle connection stays open, however short its statements must be", async () => {
  await using database = openOneConnection(inject("openUrl"), { statementMaxMs: 100, staysOpen: true });
  const connection = () => database.run("select pg_backend_pid() as pid");
  const before = await connection();
  // Longer than a connection in use may be silent.
  await new Promise((done) => setTimeout(done, 5_500));
  expect(await connection()).toEqual(before);
}, 20_000);
