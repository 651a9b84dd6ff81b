import { readFile } from "node:fs/promises";

import type { FastifyBaseLogger } from "fastify";

import { type Bus, createLocalBus } from "#core/bus.ts";
import { type Ctx, systemCtx } from "#core/ctx.ts";
import { openProbeDb } from "#core/database/database-timeout.ts";
import { migrate, openDb } from "#core/db.ts";
import { createPublicUrl } from "#core/http/public-url.ts";
import { createLiveHub } from "#core/live-hub.ts";
import { createMailer, createPost } from "#core/mail.ts";
import { createMetrics, type Metrics, serveMetrics } from "#core/metrics.ts";
import { createPostgresBus } from "#core/postgres-bus.ts";
import { type ShowLine, reportProgress } from "#core/progress.ts";
import { fieldTimesOf, type ServerRole, serverRoles, type Settings } from "#core/settings.ts";
import { startAlarmJobs } from "#features/alarms/alarms.jobs.ts";
import { createDiskRule, foldersToWatch } from "#features/alarms/suspects/suspect-disks.ts";
import { loadTokenSecret } from "#features/auth/auth.service.ts";
import { createOpenSessions } from "#features/auth/open-sessions.ts";
import { hashPassword } from "#features/auth/passwords.service.ts";
import { createTokens } from "#features/auth/tokens.ts";
import { startBookingJobs } from "#features/bookings/bookings.jobs.ts";
import { importSiteFile } from "#features/campuses/site-import.ts";
import { startCommandJobs } from "#features/commands/commands.jobs.ts";
import { suspectOverrides } from "#features/commands/foreign-overrides.service.ts";
import { createDemoCoworkingUsers } from "#features/coworking/coworking.service.ts";
import { setEdgesUnknown } from "#features/devices/devices.service.ts";
import { suspectUnits } from "#features/hvac/fault-suspicions.service.ts";
import { startNotificationJobs } from "#features/notifications/notifications.jobs.ts";
import { startRolloutJobs } from "#features/pumps/fleet/rollouts.jobs.ts";
import { createPumpRule } from "#features/pumps/pump-suspicions.service.ts";
import { openExportDb } from "#features/reports/export/reports-export.service.ts";
import { calendarsOf, startRoomCalendarJobs } from "#features/room-calendars/room-calendars.jobs.ts";
import { startRoomPreparationJobs } from "#features/room-preparation/room-preparation.jobs.ts";
import { suspectUnfollowed } from "#features/schedules/occurrences/reconcile.service.ts";
import { startScheduleJobs } from "#features/schedules/schedules.jobs.ts";
import { startSelfTestJobs } from "#features/self-tests/self-tests.jobs.ts";
import type { KeepDays } from "#features/telemetry/readings/readings-upkeep.ts";
import { startTelemetryJobs } from "#features/telemetry/telemetry.jobs.ts";
import { anyTrend, ensureLatest } from "#features/telemetry/telemetry.service.ts";
import { createDemoUsers, hasUsers } from "#features/users/users.service.ts";

import { buildApp, pageScriptOf } from "./app.ts";
import { openIngest } from "./ingest.ts";
import { serveLive } from "./live.ts";
import { addIngestMetrics, addRetentionMetrics, addServerMetrics } from "./server-metrics.ts";

const MQTT_DEFAULT_PORT = 1883;
/** Source: default port of OpenTelemetry's Prometheus exporter. */
const METRICS_DEFAULT_PORT = 9464;

export interface RunningServer extends AsyncDisposable {
  readonly port: number;
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

const keepDaysOf = (settings: Settings): KeepDays => ({
  readings: settings.READINGS_KEEP_DAYS,
  fiveMinutes: settings.ROLLUP_5M_KEEP_DAYS,
  hours: settings.ROLLUP_1H_KEEP_DAYS,
  days: settings.ROLLUP_1D_KEEP_DAYS,
});

/** Database connections for ingest and for jobs. Calls use the default size of the pool. */
const INGEST_CONNECTIONS = 6;
const JOBS_CONNECTIONS = 6;

interface Shared {
  /** Uses the connections of calls. */
  ctx: Ctx;
  settings: Settings;
  bus: Bus;
  metrics: Metrics;
  log: FastifyBaseLogger;
  opening: AsyncDisposableStack;
}

/** The role `ingest`: the broker and the commands to devices. @returns the port of the broker without TLS */
async function startIngest(
  { ctx, settings, bus, metrics, log, opening }: Shared,
  ingestCtx: Ctx,
): Promise<number | undefined> {
  const tls = await readTls(settings);
  const listen = settings.MQTT_LISTEN ?? { host: "127.0.0.1", port: MQTT_DEFAULT_PORT };
  const ingest = opening.use(
    await openIngest(
      ingestCtx,
      bus.subscribe,
      [
        { ...listen, mayUseNextPort: settings.MQTT_LISTEN === undefined },
        ...(tls ? [{ ...tls.listen, mayUseNextPort: false, tls }] : []),
      ],
      keepDaysOf(settings).readings,
      log,
    ),
  );
  addIngestMetrics(metrics, ctx, ingest);
  opening.use(
    startCommandJobs(
      ingestCtx,
      bus,
      (edge, message) => ingest.broker.publish(edge, "commands", message),
      log,
    ),
  );
  return ingest.broker.ports[0];
}

/** The role `jobs`: alarms, retention of readings, schedules, bookings and mails. */
function startJobs(
  { settings, bus, metrics, log, opening }: Shared,
  jobsCtx: Ctx,
  mail: Parameters<typeof startNotificationJobs>[1],
): void {
  const disk = createDiskRule(foldersToWatch(settings));
  const rules = [suspectUnits, suspectOverrides, suspectUnfollowed, createPumpRule(), disk];
  opening.use(startAlarmJobs(jobsCtx, rules, log));
  addRetentionMetrics(metrics, opening.use(startTelemetryJobs(jobsCtx, keepDaysOf(settings), log)).counts);
  opening.use(startScheduleJobs(jobsCtx, bus, log));
  opening.use(startSelfTestJobs(jobsCtx, log));
  opening.use(startBookingJobs(jobsCtx, log));
  opening.use(startRoomPreparationJobs(jobsCtx, log));
  opening.use(startRoomCalendarJobs(jobsCtx, calendarsOf(settings), log));
  opening.use(startRolloutJobs(jobsCtx, log));
  opening.use(startNotificationJobs(jobsCtx, mail, log));
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

/** Serves the metrics. @returns their port; undefined when they are off */
async function openMetrics({ settings, metrics, log, opening }: Shared): Promise<number | undefined> {
  const { METRICS_LISTEN: listen } = settings;
  if (listen === "off") return undefined;
  const address = listen ?? { host: "127.0.0.1", port: METRICS_DEFAULT_PORT };
  const { port } = opening.use(
    await serveMetrics(metrics, { ...address, mayUseNextPort: listen === undefined }),
  );
  log.info({ port }, "Metrics are at /metrics on this port");
  return port;
}

/**
 * Starts a server process with the roles of `settings`: migrates, imports sites, opens broker and HTTP, and reports steps that take long.
 * Disposing it stops it in reverse order. Senders repeat unacknowledged messages.
 */
export async function startServer(settings: Settings, showLine: ShowLine): Promise<RunningServer> {
  await using opening = new AsyncDisposableStack();
  await migrate(settings.DATABASE_URL, showLine);
  const db = openDb(settings.DATABASE_URL, { preparedAhead: anyTrend });
  opening.defer(() => db.destroy());
  const exportDb = openExportDb(settings.DATABASE_URL);
  opening.defer(() => exportDb.destroy());
  const probeDb = openProbeDb(settings.DATABASE_URL);
  opening.defer(() => probeDb.destroy());
  // Each kind of work has its own connections, so that a flood of one does not stop the others.
  const openPool = (connectionsMax: number) => {
    const pool = openDb(settings.DATABASE_URL, { connectionsMax });
    opening.defer(() => pool.destroy());
    return pool;
  };

  const roles = new Set<ServerRole>(settings.VERANDAH_ROLES);
  const isSingleProcess = serverRoles.every((role) => roles.has(role));
  const publicUrl = createPublicUrl(settings, () => port);
  let port = settings.PORT;

  const hub = createLiveHub(pageScriptOf(settings.WEB_DIST));
  opening.defer(() => hub.close());
  const bus = isSingleProcess
    ? createLocalBus()
    : opening.use(
        createPostgresBus(settings.DATABASE_URL, (error) =>
          log.warn({ err: error }, "The bus lost its connection"),
        ),
      );
  const ctx = systemCtx({ db, bus, now: () => new Date(), times: fieldTimesOf(settings) });
  const ingestCtx = { ...ctx, db: openPool(INGEST_CONNECTIONS) };
  const jobsCtx = { ...ctx, db: openPool(JOBS_CONNECTIONS) };
  await reportProgress(showLine, "Gathering the latest values", ensureLatest(ctx));
  const sendMail = createMailer(settings, {
    info: (data, text) => log.info(data, text),
    warn: (data, text) => log.warn(data, text),
  });
  const auth = {
    tokens: createTokens(await loadTokenSecret(ctx)),
    sessions: createOpenSessions(bus),
    postMail: createPost(sendMail),
    loginMessages: settings.LOGIN_MESSAGES,
    publicUrl,
  };
  const metrics = createMetrics();
  const { onAnswered } = addServerMetrics(metrics, { ctx, bus, hub });
  const app = await buildApp({
    ctx,
    onAnswered,
    exportDb,
    probeDb,
    auth,
    isDemo: settings.DEMO === "on",
    isHttps: settings.PUBLIC_URL?.startsWith("https:") ?? false,
    publicOrigin: settings.PUBLIC_URL && new URL(settings.PUBLIC_URL).origin,
    trustedProxies: settings.TRUSTED_PROXIES,
    webDist: settings.WEB_DIST,
    hasBroker: roles.has("ingest"),
    logger: { level: settings.LOG_LEVEL, redact: ["req.headers.authorization", "req.headers.cookie"] },
  });
  const log = app.log;
  opening.defer(() => app.close());
  // An open stream would prevent the server from closing.
  app.addHook("preClose", async () => hub.close());

  const tell = (text: string) => {
    showLine(text);
    log.warn(text);
  };
  await importSites(ctx, settings, tell);
  if (!(await hasUsers(ctx))) tell("There is no user yet. Create one with: npm run create-user");
  // No edge is connected when the process with the broker starts. Other processes may start while edges are connected.
  if (roles.has("ingest")) await setEdgesUnknown(ctx);

  const shared = { ctx, settings, bus, metrics, log, opening };
  const mqttPort = roles.has("ingest") ? await startIngest(shared, ingestCtx) : undefined;
  if (roles.has("jobs")) startJobs(shared, jobsCtx, { sendMail, publicUrl });
  opening.use(serveLive(app, ctx, bus, hub, log));
  const metricsPort = await openMetrics(shared);
  await app.listen({ host: settings.HOST, port: roles.has("api") ? settings.PORT : 0 });
  const address = app.server.address();
  if (address && typeof address === "object") ({ port } = address);

  const running = opening.move();
  return { port, mqttPort, metricsPort, [Symbol.asyncDispose]: () => running.disposeAsync() };
}
