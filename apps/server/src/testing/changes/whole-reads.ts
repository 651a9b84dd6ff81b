import { setTimeout } from "node:timers/promises";

import { contractRoutes } from "@verandah/contract/testing/contract-routes.ts";

import { alarmOf } from "../benches/whole-bench.ts";
import { callOf, inputsOf, isAdmitted, type Who, type Whole } from "./whole-calls.ts";

/**
 * Answers that depend on the process or the session of the caller, and not on data; the set-up, which comes before all users; and a file
 * that takes seconds and has the content of another call.
 */
const leftOut = [
  "/v1/live",
  "/v1/health",
  "/v1/ready",
  "/v1/set-up",
  "/v1/set-up/check",
  "/v1/point_tests/:id/report",
];
/** Fewer than the calls that one user may make at once. */
const READ_AT_ONCE = 30;
/** Pause before a call that the busy server refused is made again, ms. */
const BUSY_PAUSE_MS = 200;
const readers: Who[] = ["administrator", "member", "pumpCustomer", "anyone"];

export interface Reply {
  status: number;
  text: string;
  /** Whether it is JSON, and not a file. */
  isData: boolean;
  /** When the reply changes by time alone, ms since 1970. */
  changesAtMs: number | undefined;
}

/** All reads of the contract as each of some users, and a way to make them. */
export async function createReads(whole: Whole) {
  const { app, id } = whole;
  const routes = (await contractRoutes()).filter(({ path }) => !leftOut.includes(path));
  const ids = {
    alarm: await id(alarmOf(210)),
    gateway: await id("select id from edges where ssid = 'T-GW'"),
    pointTest: await id("select id from point_tests"),
    pumpAlarm: await id(alarmOf(204)),
    command: await id("select id from commands order by created_at, id limit 1"),
    batch: await id("select batch_id as id from commands order by created_at, id limit 1"),
  };
  const reads = readers.flatMap((who) =>
    routes
      .filter((route) => route.method === "GET" && isAdmitted(route, who))
      .flatMap((route) =>
        inputsOf(route, whole, ids).map((fields) => ({ who, route, ...callOf(route, whole, fields) })),
      )
      .map((call) => ({ ...call, key: `${call.who} ${call.url}` })),
  );
  type Read = (typeof reads)[number];

  let address = 0;
  async function ask({ who, url }: Read): Promise<Reply> {
    const token = who === "anyone" ? undefined : whole.users.get(who)?.session.token;
    const headers = {
      "x-display-key": whole.keys.display,
      ...(token && { authorization: `Bearer ${token}` }),
    };
    address += 1;
    // Each call has an address of its own, so that no limit of calls counts.
    const remoteAddress = `10.0.${address >> 8}.${address & 255}`;
    const asked = () => app.app.inject({ method: "GET", url, headers, remoteAddress });
    let answer = await asked();
    // On a busy machine the database may respond too late, and the late calls of a user still run. This is no change of a reply.
    while ([429, 503].includes(answer.statusCode)) {
      await setTimeout(BUSY_PAUSE_MS);
      answer = await asked();
    }
    const changesInMs = answer.headers["changes-in-ms"];
    return {
      status: answer.statusCode,
      text: `${answer.statusCode} ${answer.body.replaceAll(/"(requestId|now)":"[^"]*"/g, "")}`,
      isData: String(answer.headers["content-type"]).startsWith("application/json"),
      changesAtMs: changesInMs === undefined ? undefined : app.now().getTime() + Number(changesInMs),
    };
  }

  /** Makes reads, without answers of earlier calls. */
  async function readAll<R extends Read>(these: readonly R[]): Promise<[R, Reply][]> {
    app.endSharedAnswers();
    const replies: [R, Reply][] = [];
    for (let from = 0; from < these.length; from += READ_AT_ONCE)
      replies.push(
        ...(await Promise.all(
          these
            .slice(from, from + READ_AT_ONCE)
            .map(async (read): Promise<[R, Reply]> => [read, await ask(read)]),
        )),
      );
    return replies;
  }
  return { routes, reads, readAll };
}
