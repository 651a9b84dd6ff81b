import type { MessageDescriptor } from "@lingui/core";
import { CAMPUS_HEADER } from "@verandah/contract/auth/auth.ts";
import type { Problem, ProblemCode } from "@verandah/contract/problems.ts";
import type { ReplyOf, Route, SentOf } from "@verandah/contract/route.ts";

import { reloadForEndedSession } from "./ended-session.ts";

/** A call without an answer fails after this time, ms. */
const CALL_DEADLINE_MS = 20_000;

/** The campus that this page shows. The server refuses its calls when another window has opened another campus. */
let shownCampus: number | undefined;
export const showCampus = (id: number): void => void (shownCampus = id);
const campusHeader = (): Record<string, string> =>
  shownCampus === undefined ? {} : { [CAMPUS_HEADER]: String(shownCampus) };

/** The server refused a call with a reason. */
export class CallFailed extends Error {
  readonly problem: Problem;
  /** The text for the user; undefined when the page has none. */
  readonly text: MessageDescriptor | undefined;
  constructor(problem: Problem, text?: MessageDescriptor) {
    super(problem.title);
    this.name = "CallFailed";
    this.problem = problem;
    this.text = text;
  }
}

/** No valid answer: no network, no server, or an answer of a proxy. */
export class ServerUnreachable extends Error {
  constructor(cause?: unknown) {
    super("The server cannot be reached.", { cause });
    this.name = "ServerUnreachable";
  }
}

interface CallOptions {
  signal?: AbortSignal;
  /** `throw` for the calls that check for a session; all others reload the page when it has ended. */
  onEndedSession?: "reload" | "throw";
  /** Receives after how many ms the reply changes by time alone; undefined when it does not. */
  onChangesIn?: (ms: number | undefined) => void;
}

/**
 * Calls one server route; in tests the reply is checked against the contract. An answer 401 or 440 reloads the page.
 * Source: spec 1 §4 Session expiry.
 * @throws CallFailed
 * @throws ServerUnreachable
 */
export async function call<R extends Route>(
  route: R,
  input: SentOf<R>,
  { signal, onEndedSession = "reload", onChangesIn }: CallOptions = {},
): Promise<ReplyOf<R>> {
  const response = await send(route, { ...(input as Record<string, unknown>) }, signal);
  const body = await readJson(response, signal);
  const changesInMs = response.headers.get("changes-in-ms");
  if (response.ok) onChangesIn?.(changesInMs === null ? undefined : Number(changesInMs));
  // Only tests have the schemas of replies: a page trusts its server.
  if (response.ok) return (import.meta.env.MODE === "test" ? route.reply.parse(body) : body) as ReplyOf<R>;
  throw await refused(response, body, onEndedSession);
}

/**
 * The error for a refusal. One for an ended session reloads the page as well. Other texts are loaded on demand: they are a third of those
 * of a first page.
 */
async function refused(
  response: Pick<Response, "status">,
  body: unknown,
  onEndedSession: CallOptions["onEndedSession"] = "reload",
): Promise<CallFailed | ServerUnreachable> {
  if (!isProblem(body)) return new ServerUnreachable(`status ${response.status}`);
  if (response.status === 401 || response.status === 440) {
    if (onEndedSession === "reload") reloadForEndedSession(body.code);
    return new CallFailed(body);
  }
  const texts = await import("./texts/problem-text.ts").catch(() => undefined);
  return new CallFailed(body, texts?.problemMessage(body.code));
}

/**
 * Calls a route that answers a file, and gives the answer before its body has arrived. It has no deadline: `signal` ends it.
 * @throws CallFailed
 * @throws ServerUnreachable
 */
export async function callForFile<R extends Route>(
  route: R,
  input: SentOf<R>,
  signal: AbortSignal,
): Promise<Response> {
  const response = await send(route, { ...(input as Record<string, unknown>) }, signal, null);
  if (response.ok) return response;
  throw await refused(response, await readJson(response, signal));
}

/**
 * Calls a route whose body is a file, with the other fields in the query. `fetch` cannot report how much of a body is sent.
 *
 * @param onSent is called with the part that is sent, 0 to 1
 * @throws CallFailed
 * @throws ServerUnreachable
 */
export function sendFile<R extends Route>(
  route: R,
  fields: Record<string, string>,
  file: { body: Blob; type: string },
  onSent: (part: number) => void,
): Promise<ReplyOf<R>> {
  const request = new XMLHttpRequest();
  request.open(route.method, route.path + queryOf(fields));
  for (const [name, value] of Object.entries({ "content-type": file.type, ...campusHeader() }))
    request.setRequestHeader(name, value);
  request.responseType = "json";
  return new Promise((resolve, reject) => {
    request.upload.addEventListener("progress", ({ loaded, total }) =>
      onSent(total > 0 ? loaded / total : 0),
    );
    request.addEventListener("error", () => reject(new ServerUnreachable()));
    request.addEventListener("load", () => {
      // Null for an answer of a proxy without JSON.
      const body: unknown = request.response;
      if (request.status >= 300 || body === null) void refused(request, body).then(reject);
      else resolve((import.meta.env.MODE === "test" ? route.reply.parse(body) : body) as ReplyOf<R>);
    });
    request.send(file.body);
  });
}

/** The error of a refusal that no call returned: a list has left something out. */
export const refusal = (code: ProblemCode) => refused({ status: 404 }, { code, title: code });

/** Whether the server refused with this code. */
export function isRefusal(error: unknown, ...codes: ProblemCode[]): boolean {
  return error instanceof CallFailed && codes.includes(error.problem.code);
}

/** Whether the same call can only fail again: the server has refused it with a reason. */
export const isFinal = (error: unknown): boolean => error instanceof CallFailed && error.problem.status < 500;

async function send(
  route: Route,
  fields: Record<string, unknown>,
  signal: AbortSignal | undefined,
  deadlineMs: number | null = CALL_DEADLINE_MS,
): Promise<Response> {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = fields[name];
    delete fields[name];
    return encodeURIComponent(String(value));
  });
  const signals = [signal, deadlineMs === null ? undefined : AbortSignal.timeout(deadlineMs)];
  const init: RequestInit = {
    method: route.method,
    credentials: "same-origin",
    headers: campusHeader(),
    signal: AbortSignal.any(signals.filter((one) => one !== undefined)),
  };
  if (route.method !== "GET") {
    init.body = JSON.stringify(fields);
    init.headers = { ...campusHeader(), "content-type": "application/json" };
  }
  try {
    return await fetch(route.method === "GET" ? path + queryOf(fields) : path, init);
  } catch (error) {
    throw signal?.aborted ? error : new ServerUnreachable(error);
  }
}

function queryOf(fields: Record<string, unknown>): string {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null);
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return query && `?${query}`;
}

async function readJson(response: Response, signal?: AbortSignal): Promise<unknown> {
  try {
    return await response.json();
  } catch (error) {
    throw signal?.aborted ? error : new ServerUnreachable(error);
  }
}

function isProblem(body: unknown): body is Problem {
  return typeof body === "object" && body !== null && "code" in body && "title" in body;
}
