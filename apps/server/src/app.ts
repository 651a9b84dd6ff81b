import { randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

import cookie from "@fastify/cookie";
import staticFiles from "@fastify/static";
import { CAMPUS_HEADER } from "@verandah/contract/auth/auth.ts";
import type { MqttAddress } from "@verandah/contract/gateways/gateways.ts";
import { getHealth, getReady } from "@verandah/contract/health.ts";
import { pageFile } from "@verandah/contract/pages.ts";
import { AppError } from "@verandah/contract/problems.ts";
import { type RoleId, roleIds } from "@verandah/contract/roles.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";
import { checkSetUpCode, getSetUp, SET_UP_PATH } from "@verandah/contract/set-up.ts";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";

import type { Ctx } from "#core/ctx.ts";
import type { WithDatabaseTimeout } from "#core/database/database-timeout.ts";
import type { Db } from "#core/db.ts";
import { compressReplies } from "#core/http/compress-replies.ts";
import { openApiDocument } from "#core/http/openapi.ts";
import { securityHeadersOf } from "#core/http/security-headers.ts";
import { createShare } from "#core/http/share.ts";
import { keepSlowBodies } from "#core/http/slow-bodies.ts";
import { mount, toProblem } from "#core/mount.ts";
import type { BrokerCertificate } from "#core/mqtt/public-address.ts";
import type { Readiness } from "#core/readiness.ts";
import { alarmRoutes } from "#features/alarms/alarms.routes.ts";
import { authRoutes } from "#features/auth/auth.routes.ts";
import { authenticate, type AuthParts } from "#features/auth/auth.service.ts";
import { tokenOf } from "#features/auth/tokens.ts";
import { bookingRoutes } from "#features/bookings/bookings.routes.ts";
import { buildingRoutes } from "#features/buildings/buildings.routes.ts";
import { campusRoutes } from "#features/campuses/campuses.routes.ts";
import { comfortReportRoutes } from "#features/comfort-reports/comfort-reports.routes.ts";
import { commandRoutes } from "#features/commands/commands.routes.ts";
import { coworkingRoutes } from "#features/coworking/coworking.routes.ts";
import { demoRoutes } from "#features/demo/demo.routes.ts";
import type { Demo } from "#features/demo/demo.service.ts";
import { deviceChangeRoutes } from "#features/device-changes/device-changes.routes.ts";
import { deviceRoutes } from "#features/devices/devices.routes.ts";
import { energyRoutes } from "#features/energy/energy.routes.ts";
import { equipmentRoutes } from "#features/equipment/equipment.routes.ts";
import { firstHourRoutes } from "#features/first-hours/first-hours.routes.ts";
import { floorPlanRoutes } from "#features/floor-plans/floor-plans.routes.ts";
import { gatewayRoutes } from "#features/gateways/gateways.routes.ts";
import { homeRoutes } from "#features/home/home.routes.ts";
import { hvacRoutes } from "#features/hvac/hvac.routes.ts";
import { lightingRoutes } from "#features/lighting/lighting.routes.ts";
import { notificationRoutes } from "#features/notifications/notifications.routes.ts";
import { parkingRoutes } from "#features/parking/parking.routes.ts";
import { placeMoveRoutes } from "#features/place-moves/place-moves.routes.ts";
import { pointTestRoutes } from "#features/point-tests/point-tests.routes.ts";
import { pumpRoutes } from "#features/pumps/pumps.routes.ts";
import { removalRoutes } from "#features/removals/removals.routes.ts";
import { reportRoutes } from "#features/reports/reports.routes.ts";
import { roomCalendarRoutes } from "#features/room-calendars/room-calendars.routes.ts";
import { scheduleRoutes } from "#features/schedules/schedules.routes.ts";
import { searchRoutes } from "#features/search/search.routes.ts";
import { selfTestRoutes } from "#features/self-tests/self-tests.routes.ts";
import { setUpRoutes } from "#features/set-up/set-up.routes.ts";
import { createSetUpCheck } from "#features/set-up/set-up.service.ts";
import { telemetryRoutes } from "#features/telemetry/telemetry.routes.ts";
import { upsRoutes } from "#features/ups/ups.routes.ts";
import { userRoutes } from "#features/users/users.routes.ts";

const BODY_MAX_BYTES = 1_048_576;
/** The server closes the connection of a request that is incomplete after this time, ms. */
const REQUEST_MAX_MS = 10_000;
const HEADERS_MAX_MS = 8_000;
/** How often Node checks for late requests, ms. With its default of 30 s they could stay four times as long. */
const LATE_CHECK_MS = 1_000;

export interface AppParts {
  /** The context of the server. `openCtx` creates the context of each call from it. */
  ctx: Ctx;
  /** Separate connections for exports, so that a long export does not block calls. */
  exportDb: Db;
  withDatabaseTimeout: WithDatabaseTimeout;
  auth: AuthParts;
  /** How gateways reach the broker, for a call that named a host. */
  mqttAddress: (host: string) => MqttAddress;
  demo: Demo;
  /** Of the broker: the present one, then the next one. */
  certificates: readonly BrokerCertificate[];
  isDemo: boolean;
  isHttps: boolean;
  /** The origin that browsers use when it differs from the server's address. */
  publicOrigin: string | undefined;
  /** Addresses or networks whose `X-Forwarded-For` header is trusted. */
  trustedProxies?: string[];
  /** Folder of the built web app. Without it no pages are served. */
  webDist: string;
  readHealth: () => Promise<ReplyOf<typeof getHealth>>;
  readiness: Readiness;
  checksReplies?: boolean;
  /** Receives each answered call. */
  onAnswered?: (call: { method: string; route: string; status: number; seconds: number }) => void;
  log?: FastifyBaseLogger;
}

/** The only calls of an installation without users. */
const callsBeforeSetUp: readonly (string | undefined)[] = [
  getHealth.path,
  getReady.path,
  getSetUp.path,
  checkSetUpCode.path,
  // An address that is no call.
  undefined,
];

/** Creates the HTTP server with all routes. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const app = createApp(parts);
  await app.register(cookie);

  app.decorate("parts", {
    share: createShare(),
    withDatabaseTimeout: parts.withDatabaseTimeout,
    openCtx: (request: FastifyRequest): Ctx => ({
      ...parts.ctx,
      address: request.ip,
      userAgent: (request.headers["user-agent"] ?? "").slice(0, 300),
      channel: request.headers.authorization === undefined ? "browser" : "api",
    }),
    authenticate: (ctx: Ctx, request: FastifyRequest) =>
      authenticate(
        ctx,
        tokenOf(request.headers.authorization, request.cookies["token"]),
        parts.auth,
        request.headers[CAMPUS_HEADER],
      ),
    checksReplies: parts.checksReplies ?? false,
    mounted: [],
  });

  addHooks(app, parts);
  const isSetUp = createSetUpCheck(parts.ctx);
  app.addHook("onRequest", async ({ routeOptions }) => {
    if (callsBeforeSetUp.includes(routeOptions.url)) return;
    if (!(await parts.withDatabaseTimeout(isSetUp()))) throw new AppError("set-up-needed");
  });
  addRoutes(app, parts);
  mount(app, getHealth, async (_ctx, _input, { reply }) => {
    const health = await parts.readHealth();
    reply.code(health.status === "ready" ? 200 : 503);
    return health;
  });
  mount(app, getReady, async (_ctx, _input, { reply }) => {
    const readiness = await parts.readiness.read();
    reply.code(readiness.status === "ready" ? 200 : 503);
    return readiness;
  });
  app.get("/v1/openapi.json", ({ protocol, host }) =>
    openApiDocument(app.parts.mounted, parts.publicOrigin ?? `${protocol}://${host}`),
  );
  // While the database is down, the page shows it.
  await serveWeb(app, parts.webDist, () => parts.withDatabaseTimeout(isSetUp()).catch(() => true));
  return app;
}

/** The application without routes. It accepts only JSON. */
function createApp({ trustedProxies, log }: AppParts): FastifyInstance {
  const app: FastifyInstance = Fastify({
    bodyLimit: BODY_MAX_BYTES,
    requestTimeout: REQUEST_MAX_MS,
    connectionTimeout: 0,
    http: { headersTimeout: HEADERS_MAX_MS, connectionsCheckingInterval: LATE_CHECK_MS },
    ...(trustedProxies?.length && { trustProxy: trustedProxies }),
    forceCloseConnections: true,
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { maxParamLength: 200 },
    genReqId: () => randomUUID(),
    // An address that cannot be parsed matches no route.
    frameworkErrors(_error, request: FastifyRequest, reply: FastifyReply) {
      const problem = toProblem(new AppError("not-found"), request.id);
      void reply.code(404).type("application/problem+json").send(problem);
    },
    ...(log && { loggerInstance: log }),
  });
  keepSlowBodies(app.server);
  // Only JSON is accepted. A plain HTML form could send the other types.
  app.removeContentTypeParser("text/plain");
  const parseJson = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser<string>("application/json", { parseAs: "string" }, (request, body, done) => {
    // A call without fields may have no body.
    if (body === "") done(null, {});
    else void parseJson(request, body, done);
  });
  return app;
}

/** Security headers, compression, metrics and the answers of failures, for all routes. */
function addHooks(app: FastifyInstance, parts: AppParts): void {
  app.addHook("onResponse", async (request, reply) => {
    const route = request.routeOptions.url ?? "unknown";
    parts.onAnswered?.({
      method: request.method,
      route,
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1_000,
    });
  });
  const headersOf = securityHeadersOf(parts.isHttps);
  app.addHook("onRequest", async (request, reply) => {
    reply.headers(headersOf(request.url));
    if (request.url.startsWith("/v1/")) reply.header("cache-control", "no-store");
    if (request.method !== "GET" && request.method !== "HEAD")
      refuseForeignOrigin(request, parts.publicOrigin);
  });
  compressReplies(app);
  app.setErrorHandler((error, request, reply) => {
    const problem = toProblem(error, request.id);
    if (problem.code === "internal") request.log.error({ err: error, url: request.url }, "Call failed");
    return reply.code(problem.status).type("application/problem+json").send(problem);
  });
}

/** The route index. */
function addRoutes(app: FastifyInstance, parts: AppParts): void {
  userRoutes(app, parts);
  authRoutes(app, { ...parts.auth, isHttps: parts.isHttps });
  campusRoutes(app);
  buildingRoutes(app);
  homeRoutes(app);
  telemetryRoutes(app);
  deviceRoutes(app);
  equipmentRoutes(app);
  gatewayRoutes(app, parts);
  firstHourRoutes(app);
  pumpRoutes(app);
  alarmRoutes(app);
  notificationRoutes(app);
  floorPlanRoutes(app);
  hvacRoutes(app);
  comfortReportRoutes(app);
  lightingRoutes(app);
  searchRoutes(app);
  selfTestRoutes(app);
  pointTestRoutes(app);
  coworkingRoutes(app);
  bookingRoutes(app);
  roomCalendarRoutes(app);
  commandRoutes(app);
  energyRoutes(app, parts.exportDb);
  upsRoutes(app);
  parkingRoutes(app);
  scheduleRoutes(app);
  placeMoveRoutes(app);
  removalRoutes(app);
  deviceChangeRoutes(app);
  reportRoutes(app, parts.exportDb);
  setUpRoutes(app);
  demoRoutes(app, parts.demo);
}

/** Values of `sec-fetch-site` for pages of other sites. `none` is an action of the user. Source: Fetch Metadata Request Headers §2.4. */
const foreignSites: unknown[] = ["cross-site", "same-site"];

/** Rejects a write that a browser sends from a page of another site. Other clients send neither Origin nor Sec-Fetch-Site. */
function refuseForeignOrigin(request: FastifyRequest, publicOrigin: string | undefined): void {
  const { origin, host } = request.headers;
  if (origin !== undefined && origin === publicOrigin) return;
  if (origin === undefined) {
    if (foreignSites.includes(request.headers["sec-fetch-site"])) throw new AppError("origin-refused");
    return;
  }
  if (!URL.canParse(origin) || new URL(origin).host !== host) throw new AppError("origin-refused");
}

/** Paths of the last module script of each built page, with blanks between. Earlier scripts may be the same in another build. Undefined without pages. */
export function pageScriptsOf(webDist: string): string | undefined {
  const pages = ["index.html", "farmer.html"].map((name) => path.join(webDist, name));
  const scripts = pages
    .filter((file) => existsSync(file))
    .map(
      (file) =>
        [...readFileSync(file, "utf8").matchAll(/<script type="module"[^>]* src="([^"]+)"/g)].at(-1)?.[1],
    );
  return scripts.length === 0 ? undefined : scripts.join(" ");
}

/** The role of a page's caller, of the present session; while the database is down, that of the readable cookie. */
async function roleOf(app: FastifyInstance, request: FastifyRequest): Promise<RoleId | undefined> {
  const { token, role } = request.cookies;
  if (!token) return undefined;
  try {
    const work = app.parts.authenticate(app.parts.openCtx(request), request);
    return (await app.parts.withDatabaseTimeout(work)).roleId;
  } catch (error) {
    if ([401, 440].includes(toProblem(error, request.id).status)) return undefined;
    return roleIds.find((id) => String(id) === role);
  }
}

/**
 * Serves the web app: a file by its name, and one of its two pages for every other address; before the set-up only the page for it. Unknown
 * calls get the problem `not-found`.
 */
async function serveWeb(
  app: FastifyInstance,
  webDist: string,
  isSetUp: () => Promise<boolean>,
): Promise<void> {
  const hasWeb = existsSync(path.join(webDist, "index.html"));
  // One route for all files. A route per file, as with `wildcard: false`, adds half a second to a start.
  const files = new Set(
    hasWeb
      ? readdirSync(webDist, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => path.relative(webDist, path.join(entry.parentPath, entry.name)))
      : [],
  );
  if (hasWeb) {
    await app.register(staticFiles, {
      root: webDist,
      serve: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders(reply, file) {
        const isHashed = file.includes(`${path.sep}assets${path.sep}`);
        const icon = /\.(svg|png)$/.test(file) ? "public, max-age=86400" : "no-cache";
        reply.header("cache-control", isHashed ? "public, max-age=31536000, immutable" : icon);
      },
    });
  }
  app.setNotFoundHandler(async (request, reply) => {
    const pathname = request.url.replace(/[?#].*$/, "");
    const isPage = request.method === "GET" || request.method === "HEAD";
    if (isPage && files.has(pathname.slice(1))) return reply.sendFile(pathname.slice(1));
    const isCallOrAsset = /^\/(v1|assets)(\/|$)/.test(pathname);
    // `path` finds no extension in names such as `/.env`.
    const isFile = path.extname(pathname) !== "" || pathname.includes("/.");
    if (hasWeb && isPage && !isCallOrAsset && !isFile) {
      // The page depends on the session, so no cache may give that of another one.
      reply.header("vary", "cookie");
      if (pathname !== SET_UP_PATH && !(await isSetUp()))
        return reply.header("cache-control", "no-store").redirect(SET_UP_PATH);
      return reply.sendFile(pageFile(pathname, await roleOf(app, request)));
    }
    const problem = toProblem(new AppError("not-found"), request.id);
    return reply.code(404).type("application/problem+json").send(problem);
  });
}
