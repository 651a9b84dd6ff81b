import { z } from "zod";

import type { RoleId } from "./roles.ts";
import type { Topic } from "./topics.ts";

interface RouteShape {
  readonly path: `/v1/${string}`;
  /** One line for the OpenAPI document. */
  readonly summary: string;
  readonly access: "public" | readonly RoleId[];
  readonly input: z.ZodType;
  /** Fields of a valid call, beside the path parameters of `pathSamples`. The authorisation test and the API documents use it. */
  readonly sample?: Readonly<Record<string, unknown>>;
  readonly reply: z.ZodType;
}

/** A call that only reads: its method is GET. */
interface ReadShape extends RouteShape {
  /** What the reply depends on. */
  readonly topics: readonly Topic[];
  /** What changes in it all the time, and need not be shown at once, such as when a device was last seen: pages load it with their slow round only. */
  readonly minorTopics?: readonly Topic[];
  /** Pages load it again at the soonest after this time, ms: for a reply that takes long, or whose main part the live stream brings. */
  readonly pauseMs?: number;
  /** The slow round of this reply, ms, also while the live stream is connected; without it 60 s. */
  readonly roundMs?: number;
}

/** A call that may change something: its method is POST. */
interface WriteShape extends RouteShape {
  /** What a call that succeeds may change. The server publishes these topics after it. */
  readonly changes: readonly Topic[];
}

type Read = ReadShape & { readonly method: "GET" };
type Write = WriteShape & { readonly method: "POST" };

/**
 * One call of the REST interface. Path parameters are written `:name` and are fields of `input`, like query and body. The server, the menu
 * and the inventory test read `access`.
 */
export type Route = Read | Write;

/** What a route's reply depends on; nothing for a write. */
export const topicsOf = (one: Route): readonly Topic[] =>
  one.method === "GET" ? [...one.topics, ...(one.minorTopics ?? [])] : [];
/** When pages load a shown reply again; never for a write. */
export const timesOf = (one: Route): Pick<Read, "topics" | "pauseMs" | "roundMs"> =>
  one.method === "GET" ? one : { topics: [] };
/** What a route may change; nothing for a read. */
export const changesOf = (one: Route): readonly Topic[] => (one.method === "POST" ? one.changes : []);

export type InputOf<R extends Route> = z.output<R["input"]>;
/** The input as a caller sends it, without defaults. */
export type SentOf<R extends Route> = z.input<R["input"]>;
export type ReplyOf<R extends Route> = z.output<R["reply"]>;

/** Declares a call. Its method follows from `topics` or `changes`. */
export function route<const R extends ReadShape>(shape: R): R & { readonly method: "GET" };
export function route<const R extends WriteShape>(shape: R): R & { readonly method: "POST" };
export function route(shape: ReadShape | WriteShape): Route {
  return "changes" in shape ? { ...shape, method: "POST" } : { ...shape, method: "GET" };
}

/** The path parameters that most calls with one have. */
const pathSamples: Readonly<Record<string, unknown>> = { id: 1, ssid: "AHU-1" };

/** The fields of a valid call, path parameters included. */
export function sampleOf({ path, sample }: Route): Record<string, unknown> {
  const names = Array.from(path.matchAll(/:(\w+)/g), ([, name = ""]) => name);
  return { ...Object.fromEntries(names.map((name) => [name, pathSamples[name]])), ...sample };
}

/** A row's id in a path or query, where everything is text. */
export const idParam = z.coerce
  .string()
  .regex(/^[1-9]\d{0,9}$/, "An id is a whole number")
  .transform(Number)
  .pipe(z.int().max(2_147_483_647, "An id is a whole number"));

/** An instant in a reply. */
export const instant = z.iso.datetime({ offset: true });

/** An instant in a request. */
export const instantParam = z.iso.datetime({ offset: true });

/** An optional time range in a request; `to` is excluded. */
export const timeRange = { from: instantParam.optional(), to: instantParam.optional() };
