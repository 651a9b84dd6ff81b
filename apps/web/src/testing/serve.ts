import {
  type FieldErrors,
  type FieldRules,
  problems,
  type ProblemCode,
} from "@verandah/contract/problems.ts";
import type { ReplyOf, Route } from "@verandah/contract/route.ts";
import type { ProblemEntry } from "@verandah/contract/session-problems.ts";
import { listLatest, type ParameterReading } from "@verandah/contract/telemetry/telemetry.ts";
import { http, HttpResponse } from "msw";
import { setupServer } from "msw/node";

/** Replaces the server; the set-up of each test file opens and closes it. */
export const server = setupServer();

const url = (route: Route) => `http://localhost:3000${route.path}`;
/** Two routes may share a path. */
const handlerFor = (route: Route) => (route.method === "GET" ? http.get : http.post);

/** The calls to the server, oldest first. */
interface Asked {
  readonly urls: string[];
  readonly bodies: unknown[];
}

/** Answers `route` with a reply that matches the contract, or with the result of a function of the address. */
export function serve<R extends Route>(
  route: R,
  reply: ReplyOf<R> | ((asked: URL) => ReplyOf<R> | Promise<ReplyOf<R>>),
): Asked {
  const asked: Asked = { urls: [], bodies: [] };
  server.use(
    handlerFor(route)(url(route), async ({ request }) => {
      asked.urls.push(request.url);
      if (request.method !== "GET") asked.bodies.push(await request.json());
      const answer: unknown = await (typeof reply === "function"
        ? (reply as (asked: URL) => unknown)(new URL(request.url))
        : reply);
      return HttpResponse.json(route.reply.parse(answer) as object);
    }),
  );
  return asked;
}

/** Answers the latest values of any device. */
export const serveLatest = (
  values: readonly ParameterReading[] | ((ssid: string) => readonly ParameterReading[]),
): Asked =>
  serve(listLatest, ({ searchParams }) =>
    (searchParams.get("devices") ?? "")
      .split(",")
      .map((ssid) => ({ ssid, values: [...(typeof values === "function" ? values(ssid) : values)] })),
  );

/** Answers the latest values of devices that have them. */
export const serveMeasured = (devices: readonly { ssid: string; values: readonly ParameterReading[] }[]) =>
  serveLatest((ssid) => devices.find((device) => device.ssid === ssid)?.values ?? []);

/** Answers `route` with a problem; with `once`, the next call gets the earlier answer again. */
export function refuse(
  route: Route,
  code: ProblemCode,
  { fields, rules, once = false }: { fields?: FieldErrors; rules?: FieldRules; once?: boolean } = {},
): void {
  const { status, text, title = text.message }: ProblemEntry = problems[code];
  const problem = {
    type: `/problems/${code}`,
    title,
    message: title,
    status,
    code,
    ...(fields && { fields }),
    ...(rules && { rules }),
    requestId: "t",
  };
  server.use(handlerFor(route)(url(route), () => HttpResponse.json(problem, { status }), { once }));
}

/** No call is answered. */
export function cutOff(route: Route): void {
  server.use(handlerFor(route)(url(route), () => HttpResponse.error()));
}

/** No call at all is answered, until the next `serve`. */
export function cutOffAll(): void {
  server.use(http.all("http://localhost:3000/v1/*", () => HttpResponse.error()));
}
