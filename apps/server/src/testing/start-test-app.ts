import type { Session } from "@verandah/contract/auth/auth.ts";
import type { RoleName } from "@verandah/contract/roles.ts";
import type { Topic } from "@verandah/contract/topics.ts";
import type { ReadingsMessage } from "@verandah/field/payloads.ts";
import type { SiteDescription } from "@verandah/field/site.ts";
import { CompiledQuery, sql } from "kysely";
import { inject } from "vitest";

import { type Change, createLocalBus } from "#core/bus.ts";
import { systemCtx } from "#core/ctx.ts";
import { createDatabaseTimeout } from "#core/database/database-timeout.ts";
import { createLiveHub } from "#core/live-hub.ts";
import type { BrokerCertificate } from "#core/mqtt/public-address.ts";
import { createReadiness } from "#core/readiness.ts";
import { serverRoles } from "#core/settings.ts";
import type { AuthParts } from "#features/auth/auth.service.ts";
import { loadTokenSecret } from "#features/auth/auth.service.ts";
import { createOpenSessions } from "#features/auth/open-sessions.ts";
import { createTokens } from "#features/auth/tokens.ts";
import type { DemoField } from "#features/demo/demo-field.ts";
import { createDemo } from "#features/demo/demo.service.ts";
import { getEdge } from "#features/devices/edge-sessions.service.ts";
import { createPointIndex } from "#features/telemetry/readings/point-index.ts";
import { createReadingsWriter } from "#features/telemetry/readings/readings-writer.ts";

import { buildApp } from "../app.ts";
import { serveLive } from "../live.ts";
import { createHealth } from "../server-readiness.ts";
import { takeDatabase } from "./database/test-databases.ts";
import { addTestSite, PASSWORD } from "./test-site.ts";

export { PASSWORD };

/** A logger without output, for tests that check effects only. */
export const quietLog = { info: () => undefined, warn: () => undefined, error: () => undefined };

/**
 * The real app on a copy of the migrated database, with a stopped clock and `aSite()` or the given sites. The name of a user is the role;
 * users of a second campus are named `other-…`.
 */
export async function startTestApp(
  options: {
    now?: string;
    sites?: SiteDescription[];
    auth?: Partial<AuthParts>;
    isDemo?: boolean;
    demoField?: DemoField | undefined;
    trustedProxies?: string[];
    webDist?: string;
    certificates?: BrokerCertificate[];
    /** How long answers are shared after new readings, ms. By default 0, because the clock is stopped. */
    readingsPauseMs?: number;
    /** Returns the address of a proxy between the app and its database. */
    via?: (databaseUrl: string) => string | Promise<string>;
  } = {},
) {
  const ready = options.sites ? undefined : inject("readySite");
  const database = await takeDatabase(ready?.url ?? inject("templateUrl"), options.via);
  const { db, exportDb, probeDb } = database;

  let clockMs = Date.parse(options.now ?? "2026-01-05T08:00:00Z");
  const now = () => new Date(clockMs);
  const bus = createLocalBus();
  const ctx = systemCtx({ db, bus, now, readingsPauseMs: options.readingsPauseMs ?? 0 });
  const auth: AuthParts = {
    tokens: createTokens(await loadTokenSecret(ctx)),
    sessions: createOpenSessions(bus),
    loginMessages: "exact",
    publicUrl: () => "http://verandah.test",
    ...options.auth,
  };
  const withDatabaseTimeout = createDatabaseTimeout(probeDb);
  const isDemo = options.isDemo ?? false;
  const demo = createDemo(ctx, { field: options.demoField, isDemo, log: quietLog });
  const readiness = createReadiness(serverRoles);
  const app = await buildApp({
    ctx,
    exportDb,
    withDatabaseTimeout,
    auth,
    certificates: options.certificates ?? [],
    mqttAddress: (host) => ({ url: `mqtt://${host}:1883`, fingerprint: null, isEncrypted: false }),
    demo,
    isDemo,
    isHttps: false,
    publicOrigin: undefined,
    webDist: options.webDist ?? "/nonexistent",
    readHealth: createHealth(ctx, withDatabaseTimeout, { hasBroker: false, isDemo }),
    readiness,
    checksReplies: true,
    trustedProxies: options.trustedProxies ?? [],
  });
  const hub = createLiveHub();
  const live = serveLive(app, ctx, bus, hub, quietLog);

  const places = ready ? [ready.place] : [];
  for (const [at, site] of (options.sites ?? []).entries()) places.push(await addTestSite(ctx, site, at));
  const index = createPointIndex(ctx);
  const edges = await db.selectFrom("edges").select("id").execute();
  await index.load(edges.map(({ id }) => id));
  const writer = createReadingsWriter(ctx, index, { keepMs: 400 * 86_400_000 }, quietLog);
  let seq = 0;

  /** Stores one readings message of an edge. */
  async function send(edge: string, series: ReadingsMessage["series"]): Promise<void> {
    const sender = await getEdge(ctx, edge);
    if (!sender) throw new Error(`No edge ${edge}`);
    await writer.store(sender, { epoch: "e", seq: (seq += 1), sentAt: clockMs, series });
  }

  function client(token?: string) {
    const headers = token ? { authorization: `Bearer ${token}` } : {};
    return {
      get: (url: string) => app.inject({ method: "GET", url, headers }),
      post: (url: string, payload: object = {}) => app.inject({ method: "POST", url, payload, headers }),
    };
  }

  const login = (username: string, force = false, password = PASSWORD) =>
    client().post("/v1/auth/login", { credentials: { username, password, role: "" }, force });

  return {
    app,
    db,
    /** For other connections and programs. Reading it makes the end of the test slower. */
    get databaseUrl() {
      return database.url;
    },
    ctx,
    demo,
    bus,
    hub,
    /** Without checks; a test adds those that it needs. */
    readiness,
    /** The texts of mails that wait, in their order. */
    mails: async () =>
      (await db.selectFrom("mailOutbox").select(["recipient", "body"]).orderBy("id").execute()).map(
        ({ recipient, body }) => ({ to: recipient, text: body }),
      ),
    places,
    now,
    client,
    login,
    /** Moves the stopped clock. */
    advance: (ms: number) => void (clockMs += ms),
    /** The changes of a topic that are published from now on. */
    collectChanges(topic: Topic) {
      const changes: Change[] = [];
      bus.subscribe("changed", (change) => void (change.topic === topic && changes.push(change)));
      return changes;
    },
    /** Removes the shared answers, so that the next call reads the database. */
    endSharedAnswers: () => bus.publish({ name: "changed", data: { topic: "device-states" } }),
    /** A client that has just logged in as a user; `session` is the answer to the login. */
    async as(username: RoleName | `other-${RoleName}`) {
      const answer = await login(username, true);
      const session = answer.json<Session & { token: string }>();
      return { ...client(session.token), session };
    },
    /** Stores readings as the broker would pass them on, measured `ageMs` before now. */
    async measure(edge: string, device: string, values: Record<string, number>, ageMs = 0) {
      const at = clockMs - ageMs;
      await send(
        edge,
        Object.entries(values).map(([point, value]) => ({ device, point, values: [[at, value]] })),
      );
    },
    send,
    /** Rows with the names of the database. */
    query: (text: string, parameters: readonly unknown[] = []) =>
      db.withoutPlugins().executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, [...parameters])),
    /** Empties the latest values, as a crash of the database does. */
    emptyLatest: () => sql`truncate latest_refilled, latest_is_whole, latest`.execute(db),
    writer,
    index,
    async [Symbol.asyncDispose]() {
      await writer[Symbol.asyncDispose]();
      await live[Symbol.asyncDispose]();
      hub.close();
      await app.close();
      await database[Symbol.asyncDispose]();
    },
  };
}
