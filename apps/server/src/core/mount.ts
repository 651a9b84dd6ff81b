import type { Readable } from "node:stream";

import { type InputRule, inputRule, inputRuleText } from "@verandah/contract/input-rules.ts";
import { AppError, type Problem, type ProblemCode, problems } from "@verandah/contract/problems.ts";
import { roles } from "@verandah/contract/roles.ts";
import { changesOf, type InputOf, type ReplyOf, type Route } from "@verandah/contract/route.ts";
import type { ProblemEntry } from "@verandah/contract/session-problems.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest, preHandlerAsyncHookHandler } from "fastify";

import { type Actor, collectChangesAt, type Ctx, type CtxOf, publishChange, shareAnswer } from "./ctx.ts";
import type { WithDatabaseTimeout } from "./database/database-timeout.ts";
import { isTemporary } from "./db.ts";
import { codeOf as sqlStateOf } from "./errors.ts";
import type { Share } from "./http/share.ts";

type Handler<R extends Route> = (ctx: CtxOf<R>, input: InputOf<R>, exchange: Exchange) => Promise<ReplyOf<R>>;

/** Request and reply of a call, for the few services that set a cookie or open a stream. */
export interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Answers a file, which the browser saves. */
export function sendFile({ reply }: Exchange, file: { name: string; type: string; content: Readable }): void {
  reply.header("content-disposition", `attachment; filename="${file.name}"`);
  reply.type(file.type).send(file.content);
}

/** The parts of the app that `mount` uses; `buildApp` creates them. */
interface MountParts {
  readonly openCtx: (request: FastifyRequest) => Ctx;
  /** Returns the caller of the request. @throws AppError `session-ended`, `session-closed`, `session-replaced` */
  readonly authenticate: (ctx: Ctx, request: FastifyRequest) => Promise<Actor>;
  /** Limits the calls that one user may run at once. */
  readonly share: Share;
  /** Fails when the database does not respond. */
  readonly withDatabaseTimeout: WithDatabaseTimeout;
  /** Checks every reply against the contract; for tests, because it takes time. */
  readonly checksReplies: boolean;
  readonly mounted: Route[];
}

declare module "fastify" {
  interface FastifyInstance {
    parts: MountParts;
  }
}

/**
 * Serves `route`: finds the session, checks the role, parses the input, calls the service. No other part uses the HTTP framework for calls.
 */
export function mount<R extends Route>(
  app: FastifyInstance,
  route: R,
  handle: Handler<R>,
  options: {
    isStream?: boolean;
    limits?: preHandlerAsyncHookHandler[];
    bodyMaxBytes?: number;
    /** The answer depends only on the input, the campus and the role (for a pump customer also on the user). Callers share it as JSON. */
    isShared?: boolean;
    /** The input with the texts for some callers; it has the rules of the route. */
    inputFor?: (actor: Actor | undefined) => R["input"] | undefined;
  } = {},
): void {
  const { parts } = app;
  parts.mounted.push(route);
  app.route({
    method: route.method,
    url: route.path,
    ...(options.limits && { preHandler: options.limits }),
    ...(options.bodyMaxBytes !== undefined && { bodyLimit: options.bodyMaxBytes }),
    handler: async (request, reply) => {
      const answer = await parts.withDatabaseTimeout(serve(request, reply));
      if (options.isStream) return reply;
      return answer;
    },
  });

  async function serve(request: FastifyRequest, reply: FastifyReply): Promise<ReplyOf<R> | Buffer> {
    const opened = parts.openCtx(request);
    const actor = await authorise(parts, route, opened, request);
    const changes = collectChangesAt(opened.now);
    const own = { ...opened, actor, changesAt: changes.note };
    const input = parseInput<R>(options.inputFor?.(actor) ?? route.input, request);
    const handleCall = async (ctx: typeof own) => {
      const answer = await handle(ctx as CtxOf<R>, input, { request, reply });
      for (const topic of changesOf(route)) publishChange(opened, topic, { campusId: actor?.campusId });
      return parts.checksReplies && !options.isStream ? (route.reply.parse(answer) as ReplyOf<R>) : answer;
    };
    const work = async (): Promise<ReplyOf<R> | Buffer> => {
      if (!options.isShared) return handleCall(own);
      const key = JSON.stringify([route.path, ...shareKeyOf(actor), input]);
      reply.type("application/json; charset=utf-8");
      return shareAnswer(own, key, async (ctx) => Buffer.from(JSON.stringify(await handleCall(ctx))));
    };
    const body = await (actor ? parts.share(actor.userId, work) : work());
    const changesAtMs = changes.earliestMs();
    // The time that remains, because the clock of a browser may be wrong.
    if (changesAtMs !== undefined && route.method === "GET" && !options.isStream)
      reply.header("changes-in-ms", Math.max(0, changesAtMs - opened.now().getTime()));
    return body;
  }
}

/** Users with the same key parts share an answer: campus and role. A pump customer sees only their own pumps, so the key has the user. */
function shareKeyOf(actor: Actor | undefined): (number | undefined)[] {
  const isCustomer = actor?.roleId === roles.pumpCustomer;
  return [actor?.campusId, actor?.roleId, isCustomer ? actor.userId : undefined];
}

async function authorise(
  parts: MountParts,
  route: Route,
  ctx: Ctx,
  request: FastifyRequest,
): Promise<Actor | undefined> {
  if (route.access === "public") return undefined;
  const actor = await parts.authenticate(ctx, request);
  if (!route.access.includes(actor.roleId)) throw new AppError("not-allowed");
  return actor;
}

/**
 * Body, query and path in one object; the path takes precedence.
 *
 * @throws AppError `input-invalid` with the first message of every wrong field
 */
function parseInput<R extends Route>(schema: R["input"], request: FastifyRequest): InputOf<R> {
  const sent = {
    ...(request.query as object),
    ...(request.body as object | undefined),
    ...(request.params as object),
  };
  const fields: Record<string, string> = {};
  const rules: Record<string, InputRule> = {};
  for (const name of fieldsWithNul(sent)) {
    rules[name] = { code: "character" };
    fields[name] = inputRuleText(rules[name]);
  }
  const byText = new Map<string, InputRule>();
  const error = (issue: Parameters<typeof inputRule>[0]) => {
    const rule = inputRule(issue);
    const text = inputRuleText(rule);
    byText.set(text, rule);
    return text;
  };
  const parsed = schema.safeParse(sent, { error });
  for (const { path, message } of parsed.error?.issues ?? []) {
    const name = path.join(".");
    if (name in fields) continue;
    fields[name] = message;
    const rule = byText.get(message);
    if (rule) rules[name] = rule;
  }
  if (parsed.success && Object.keys(fields).length === 0) return parsed.data;
  throw new AppError("input-invalid", { fields, rules });
}

/** Deeper than the input of any call. Without the limit, a nested body of 10 kB could overflow the stack. */
const INPUT_DEPTH_MAX = 20;

/** Paths of texts with a NUL character, which the text type of PostgreSQL rejects. @throws AppError `body-malformed` for deep nesting */
function fieldsWithNul(value: unknown, path = "", depth = 0): string[] {
  if (typeof value === "string") return value.includes("\0") ? [path] : [];
  if (typeof value !== "object" || value === null) return [];
  if (depth > INPUT_DEPTH_MAX) throw new AppError("body-malformed");
  return Object.entries(value).flatMap(([key, entry]) =>
    fieldsWithNul(entry, path ? `${path}.${key}` : key, depth + 1),
  );
}

/** Source: PostgreSQL 18 Appendix A, query_canceled. */
const STATEMENT_TIMEOUT = "57014";

/** Error codes of Fastify and their problem codes. */
const frameworkCodes: Record<string, ProblemCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: "body-too-large",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "media-type-unsupported",
  FST_ERR_CTP_INVALID_JSON_BODY: "body-malformed",
  FST_ERR_CTP_EMPTY_JSON_BODY: "body-malformed",
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: "body-malformed",
};

function codeOf(error: unknown): ProblemCode {
  if (error instanceof AppError) return error.code;
  if (sqlStateOf(error) === STATEMENT_TIMEOUT) return "query-too-slow";
  if (isTemporary(error)) return "unavailable";
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  if (code && frameworkCodes[code]) return frameworkCodes[code];
  if (statusCode === 429) return "too-many-requests";
  return statusCode === 400 ? "body-malformed" : "internal";
}

/** The only function that turns an error into an HTTP answer. It never exposes the text of an unknown error. */
export function toProblem(error: unknown, requestId: string): Problem {
  const code = codeOf(error);
  const { status, text, title = text.message, message = title }: ProblemEntry = problems[code];
  const { fields, rules }: Partial<AppError> = error instanceof AppError ? error : {};
  return {
    type: `/problems/${code}`,
    title,
    message,
    status,
    code,
    requestId,
    ...(fields && { fields }),
    ...(rules && Object.keys(rules).length > 0 && { rules }),
  };
}
