import { readFile } from "node:fs/promises";
import { type BlockList, isIP } from "node:net";
import { availableParallelism, hostname } from "node:os";

import { getHealth, getReady } from "@verandah/contract/health.ts";
import { SET_UP_PATH } from "@verandah/contract/set-up.ts";
import Fastify, { type FastifyBaseLogger } from "fastify";

import type { Bus, SharedBus } from "#core/bus.ts";
import { type Ctx, systemCtx } from "#core/ctx.ts";
import { createDatabaseTimeout, openProbeDb } from "#core/database/database-timeout.ts";
import { migrate } from "#core/database/migrate.ts";
import { inspectDb, openDb } from "#core/db.ts";
import { listOfNetworks } from "#core/http/public-fetch.ts";
import { createPublicUrl, type PublicUrl } from "#core/http/public-url.ts";
import { type DueLook, startDueLook } from "#core/jobs/due-look.ts";
import { createJobRuns } from "#core/jobs/job-runs.ts";
import type { JobLog } from "#core/jobs/repeat.ts";
import { createLiveHub, type LiveHub } from "#core/live-hub.ts";
import { createMailer } from "#core/mail.ts";
import { createMetrics, type Metrics, serveMetrics, type StateAnswer } from "#core/metrics.ts";
import { type BrokerCertificate, certificateOf, createMqttAddress } from "#core/mqtt/public-address.ts";
import { createNatsBus } from "#core/nats-bus.ts";
import { createPostgresBus } from "#core/postgres-bus.ts";
import { type ShowLine, reportProgress } from "#core/progress.ts";
import { createReadiness, type Readiness } from "#core/readiness.ts";
import { fieldTimesOf, type ServerRole, type Settings } from "#core/settings.ts";
import { foldersToWatch, readLeastFree } from "#features/alarms/suspects/suspect-disks.ts";
import { clockDifference } from "#features/alarms/suspects/suspect-server-clock.ts";
import { loadTokenSecret } from "#features/auth/auth.service.ts";
import { createOpenSessions } from "#features/auth/open-sessions.ts";
import { hashPassword } from "#features/auth/passwords.service.ts";
import { createTokens } from "#features/auth/tokens.ts";
import { importSiteFile } from "#features/campuses/site-import.ts";
import { startCommandJobs } from "#features/commands/commands.jobs.ts";
import { createDemoCoworkingUsers } from "#features/coworking/coworking.service.ts";
import type { DemoField } from "#features/demo/demo-field.ts";
import { createDemo } from "#features/demo/demo.service.ts";
import { type RunningProcess, startProcess } from "#features/processes/processes.service.ts";
import { openExportDb } from "#features/reports/export/reports-export.service.ts";
import { createSetUpCode } from "#features/set-up/set-up.service.ts";
import { anyTrend, ensureLatest } from "#features/telemetry/telemetry.service.ts";
import { createDemoUsers, hasUsers } from "#features/users/users.service.ts";

import { type AppParts, buildApp, pageScriptsOf } from "./app.ts";
import { type Ingest, openIngest } from "./ingest.ts";
import { startJobs } from "./jobs.ts";
import { serveLive } from "./live.ts";
import { addIngestMetrics, addJobMetrics, addServerMetrics } from "./server-metrics.ts";
import { addIngestReadiness, addJobReadiness, addServerReadiness, createHealth } from "./server-readiness.ts";

const MQTT_DEFAULT_PORT = 1883;
/** Source: default port of OpenTelemetry's Prometheus exporter. */
const METRICS_DEFAULT_PORT = 9464;

export interface RunningServer extends AsyncDisposable {
  /** Undefined without the role `api`. */
  readonly port: number | undefined;
  /** Undefined without the role `ingest`. */
  readonly mqttPort: number | undefined;
  /** Undefined when this process serves no metrics. */
  readonly metricsPort: number | undefined;
}

/** The certificate of the broker, if it is configured. @throws the error of an unreadable file */
async function readTls(settings: Settings) {
  const { MQTT_TLS_LISTEN: listen, MQTT_TLS_CERT: cert, MQTT_TLS_KEY: key } = settings;
  if (!listen || !cert || !key) return undefined;
  return { listen, cert: await readFile(cert, "utf8"), key: await readFile(key, "utf8") };
}

/** The certificates that gateways accept: the present one, then the next one. @throws the error of an unreadable file */
async function readCertificates(settings: Settings): Promise<BrokerCertificate[]> {
  const files = [settings.MQTT_TLS_CERT, settings.MQTT_TLS_NEXT_CERT].filter((file) => file !== undefined);
  return Promise.all(files.map(async (file) => certificateOf(await readFile(file, "utf8"))));
}

/** The trusted proxies, without the names that only Fastify reads, such as `loopback`. */
function proxiesOf({ TRUSTED_PROXIES }: Settings): BlockList | undefined {
  const addresses = TRUSTED_PROXIES.filter((one) => isIP(one.replace(/\/.*$/, "")) !== 0);
  return addresses.length > 0 ? listOfNetworks(addresses) : undefined;
}

/** The bus between processes: NATS when it is set, else the database. */
function openBus(
  { NATS_URL: urls, NATS_CA_FILE: caFile, DATABASE_URL }: Settings,
  onError: (error: Error) => void,
): SharedBus {
  return urls.length > 0
    ? createNatsBus({ urls, caFile }, onError)
    : createPostgresBus(DATABASE_URL, onError);
}

/** Database connections for ingest and for jobs: each costs up to 15 MB. Calls use the default size of the pool. */
const WORK_CONNECTIONS = Math.min(6, availableParallelism() + 1);

interface Shared {
  /** Uses the connections of calls. */
  ctx: Ctx;
  settings: Settings;
  bus: Bus;
  metrics: Metrics;
  readiness: Readiness;
  log: FastifyBaseLogger;
  /** Finds the jobs that have work. */
  look: DueLook;
  /** The log of jobs, which also records their runs. */
  jobLog: JobLog;
  /** This process, when it is registered. */
  running: Promise<RunningProcess>;
  opening: AsyncDisposableStack;
}

/** The role `ingest`: the broker and the commands to devices. */
async function startIngest(
  { ctx, settings, bus, metrics, readiness, log, look, running, opening }: Shared,
  ingestCtx: Ctx,
): Promise<Ingest> {
  const tls = await readTls(settings);
  const listen = settings.MQTT_LISTEN ?? { host: "127.0.0.1", port: MQTT_DEFAULT_PORT };
  const proxies = proxiesOf(settings);
  const ingest = opening.use(
    await openIngest(ingestCtx, {
      subscribe: bus.subscribe,
      listeners: [
        { ...listen, mayUseNextPort: settings.MQTT_LISTEN === undefined, proxies },
        ...(tls ? [{ ...tls.listen, mayUseNextPort: false, tls, proxies }] : []),
      ],
      keepDays: settings.READINGS_KEEP_DAYS,
      certificates: await readCertificates(settings),
      running,
      log,
    }),
  );
  addIngestMetrics(metrics, ctx, { ingest, running });
  addIngestReadiness(readiness, ingest);
  opening.use(
    startCommandJobs(
      ingestCtx,
      bus,
      (edge, message) => ingest.broker.publish(edge, "commands", message),
      running,
      look,
    ),
  );
  return ingest;
}

/** Registers this process among those of the server, under the port of its broker if it has one. */
function register(
  { settings, jobLog }: Shared,
  ownCtx: Ctx,
  ingest: Ingest | undefined,
): Promise<RunningProcess> {
  const host = hostname();
  return startProcess(
    ownCtx,
    {
      name: settings.PROCESS_NAME ?? `${host}:${ingest?.broker.ports[0] ?? process.pid}`,
      host,
      roles: settings.VERANDAH_ROLES,
    },
    {
      readDiskFree: () => readLeastFree(foldersToWatch(settings)),
      onForgotten: () => ingest?.disconnectAll(),
      log: jobLog,
    },
  );
}

/** Imports the site files. The campus of the first one gets the users of the demo. */
async function importSites(ctx: Ctx, { SITE_FILES, DEMO }: Settings, tell: ShowLine): Promise<void> {
  for (const [position, file] of SITE_FILES.entries()) {
    const site = await importSiteFile(ctx, file, tell);
    if (DEMO !== "on" || position > 0) continue;
    await createDemoUsers(ctx, site, hashPassword);
    await createDemoCoworkingUsers(ctx, site.campusId);
  }
}

/** What to do in an installation without users. Only its reader gets the code. */
async function describeSetUp(
  ctx: Ctx,
  settings: Settings,
  port: number | undefined,
  publicUrl: PublicUrl,
): Promise<string> {
  if (port === undefined)
    return "There is no user yet. The log of a process with the role api says how to set up.";
  const code = await createSetUpCode(ctx, settings.PROCESS_NAME ?? `${hostname()}:${port}`);
  return `There is no user yet. Open ${publicUrl()}${SET_UP_PATH} and enter the code ${code}`;
}

const answerOf = async (state: Promise<{ status: string }>): Promise<StateAnswer> => {
  const body = await state;
  return { status: body.status === "ready" ? 200 : 503, body };
};

/** Serves the metrics and the state of the process. @returns their port; undefined when they are off */
async function openMetrics(
  { settings, metrics, readiness, log, opening }: Shared,
  readHealth: ReturnType<typeof createHealth>,
): Promise<number | undefined> {
  const { METRICS_LISTEN: listen } = settings;
  if (listen === "off") return undefined;
  const address = listen ?? { host: "127.0.0.1", port: METRICS_DEFAULT_PORT };
  const { port } = opening.use(
    await serveMetrics(
      metrics,
      { ...address, mayUseNextPort: listen === undefined },
      { [getHealth.path]: () => answerOf(readHealth()), [getReady.path]: () => answerOf(readiness.read()) },
    ),
  );
  log.info({ port }, "Metrics, health and readiness are on this port");
  return port;
}

/** A statement that deletes a part of the demo takes at most this time, ms. */
const DELETE_MAX_MS = 10 * 60_000;

interface ApiParts {
  demoField: DemoField | undefined;
  hub: LiveHub;
  onAnswered: NonNullable<AppParts["onAnswered"]>;
  readHealth: AppParts["readHealth"];
  withDatabaseTimeout: AppParts["withDatabaseTimeout"];
  publicUrl: PublicUrl;
  mqttAddress: AppParts["mqttAddress"];
  certificates: AppParts["certificates"];
}

/** The role `api`: the REST interface, the live stream and the pages. @returns its port */
async function startApi(shared: Shared, parts: ApiParts): Promise<number> {
  const { ctx, settings, bus, readiness, log, jobLog, opening } = shared;
  const { hub, publicUrl, demoField, ...given } = parts;
  const isDemo = settings.DEMO === "on";
  const exportDb = openExportDb(settings.DATABASE_URL);
  opening.defer(() => exportDb.destroy());
  const demoDb = openDb(settings.DATABASE_URL, { connectionsMax: 2, statementMaxMs: DELETE_MAX_MS });
  opening.defer(() => demoDb.destroy());
  // The field of the demo connects to the broker of this process.
  const field = settings.VERANDAH_ROLES.includes("ingest") ? demoField : undefined;
  const demo = createDemo({ ...ctx, db: demoDb }, { field, isDemo, log });
  const app = await buildApp({
    ...given,
    ctx,
    exportDb,
    auth: {
      tokens: createTokens(await loadTokenSecret(ctx)),
      sessions: createOpenSessions(bus),
      loginMessages: settings.LOGIN_MESSAGES,
      publicUrl,
    },
    demo,
    isDemo,
    isHttps: settings.PUBLIC_URL?.startsWith("https:") ?? false,
    publicOrigin: settings.PUBLIC_URL && new URL(settings.PUBLIC_URL).origin,
    trustedProxies: settings.TRUSTED_PROXIES,
    webDist: settings.WEB_DIST,
    readiness,
    log,
  });
  opening.defer(() => app.close());
  // An open stream would prevent the server from closing.
  app.addHook("preClose", async () => hub.close());
  opening.use(serveLive(app, ctx, bus, hub, jobLog));
  await app.listen({ host: settings.HOST, port: settings.PORT });
  await demo.start();
  const address = app.server.address();
  return address && typeof address === "object" ? address.port : settings.PORT;
}

/**
 * Starts a server process with the roles of `settings`: migrates, imports sites, opens broker and HTTP, and reports steps that take long.
 * Disposing it stops it in reverse order. Senders repeat unacknowledged messages.
 */
export async function startServer(
  settings: Settings,
  showLine: ShowLine,
  demoField?: DemoField,
): Promise<RunningServer> {
  await using opening = new AsyncDisposableStack();
  // The log of a Fastify instance, because parts that start before the HTTP server use it.
  const { log } = Fastify({
    logger: { level: settings.LOG_LEVEL, redact: ["req.headers.authorization", "req.headers.cookie"] },
  });
  await migrate(settings.DATABASE_URL, showLine);
  const db = openDb(settings.DATABASE_URL, { preparedAhead: anyTrend });
  opening.defer(() => db.destroy());
  const probeDb = openProbeDb(settings.DATABASE_URL);
  opening.defer(() => probeDb.destroy());
  // Each kind of work has its own connections, so that a flood of one does not stop the others.
  const openPool = (connectionsMax: number) => {
    const pool = openDb(settings.DATABASE_URL, { connectionsMax });
    opening.defer(() => pool.destroy());
    return pool;
  };

  const roles = new Set<ServerRole>(settings.VERANDAH_ROLES);
  let port: number | undefined;
  const publicUrl = createPublicUrl(settings, () => port ?? settings.PORT);
  const hub = createLiveHub(pageScriptsOf(settings.WEB_DIST));
  opening.defer(() => hub.close());
  const bus = opening.use(
    openBus(settings, (error) => log.warn({ err: error }, "The bus to other processes has a fault")),
  );
  const ctx = systemCtx({ db, bus, now: () => new Date(), times: fieldTimesOf(settings) });
  await reportProgress(showLine, "Gathering the latest values", ensureLatest(ctx));
  const sendMail = createMailer(settings, {
    info: (data, text) => log.info(data, text),
    warn: (data, text) => log.warn(data, text),
  });
  const metrics = createMetrics();
  const { onAnswered } = addServerMetrics(metrics, { ctx, bus, hub, roles: settings.VERANDAH_ROLES });
  const readiness = createReadiness(settings.VERANDAH_ROLES);
  addServerReadiness(readiness, {
    db: probeDb,
    now: ctx.now,
    folders: foldersToWatch(settings),
    bus,
  });
  const runs = createJobRuns();
  addJobMetrics(metrics, runs);
  addJobReadiness(readiness, runs);
  const jobLog: JobLog = {
    runs,
    warn: (data, text) => log.warn(data, text),
    error: (data, text) => log.error(data, text),
  };

  const tell = (text: string) => {
    showLine(text);
    log.warn(text);
  };
  const difference = clockDifference(ctx.now(), (await inspectDb(db)).now);
  if (difference !== undefined) tell(difference);
  await importSites(ctx, settings, tell);

  const registered = Promise.withResolvers<RunningProcess>();
  const shared = {
    ctx,
    settings,
    bus,
    metrics,
    readiness,
    log,
    // Its own connection: a look does not wait behind the work that it finds.
    look: opening.use(startDueLook({ ...ctx, db: openPool(1) }, jobLog)),
    jobLog,
    running: registered.promise,
    opening,
  };
  // Its own connection: slow calls must not look like the end of the process.
  const ownCtx = { ...ctx, db: openPool(1) };
  let self: RunningProcess | undefined;
  // After the broker has closed: until then messages set edges to online.
  opening.defer(() => self?.[Symbol.asyncDispose]());
  const ingest = roles.has("ingest")
    ? await startIngest(shared, { ...ctx, db: openPool(WORK_CONNECTIONS) })
    : undefined;
  const mqttPort = ingest?.broker.ports[0];
  try {
    self = await register(shared, ownCtx, ingest);
    registered.resolve(self);
  } catch (error) {
    // Jobs and logins wait for it.
    registered.promise.catch(() => undefined);
    registered.reject(error);
    throw error;
  }
  if (roles.has("jobs"))
    startJobs({ ...ctx, db: openPool(WORK_CONNECTIONS) }, shared, { sendMail, publicUrl });
  const withDatabaseTimeout = createDatabaseTimeout(probeDb);
  const readHealth = createHealth(ctx, withDatabaseTimeout, {
    hasBroker: roles.has("ingest"),
    isDemo: settings.DEMO === "on",
  });
  const metricsPort = await openMetrics(shared, readHealth);
  if (roles.has("api")) {
    const certificates = await readCertificates(settings);
    port = await startApi(shared, {
      demoField,
      certificates,
      hub,
      onAnswered,
      readHealth,
      withDatabaseTimeout,
      publicUrl,
      mqttAddress: createMqttAddress(
        settings,
        certificates[0],
        mqttPort ?? settings.MQTT_LISTEN?.port ?? MQTT_DEFAULT_PORT,
      ),
    });
  }
  if (!(await hasUsers(ctx))) tell(await describeSetUp(ctx, settings, port, publicUrl));

  const opened = opening.move();
  return { port, mqttPort, metricsPort, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}
