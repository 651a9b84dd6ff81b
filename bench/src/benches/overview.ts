import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

import { listAlerts } from "@verandah/contract/alarms/alarms.ts";
import { getSession } from "@verandah/contract/auth/auth.ts";
import { listLocationMetrics, listSubsystemStatuses } from "@verandah/contract/buildings.ts";
import { openLiveStream } from "@verandah/contract/live.ts";

import type { Bench, BenchOptions } from "../bench.ts";
import type { BrowsersResult } from "../load/browsers.ts";
import { prepareLoad, runLoad } from "../load/load.ts";
import type { Rig } from "../rig/rig.ts";
import { latencyOf, Rounds } from "../rounds.ts";
import { rowOf } from "../table.ts";

/** The limit of the stack: Fastify with `/bare` and with one prepared query, `/query`, in a separate process. */
async function startFastify(databaseUrl: string): Promise<AsyncDisposable & { readonly url: string }> {
  const program = fileURLToPath(new URL("../reference/fastify-program.ts", import.meta.url));
  const child = spawn(process.execPath, [program], {
    env: { PATH: process.env["PATH"], DATABASE_URL: databaseUrl, NODE_ENV: "production" },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const [port] = await Promise.race([
    once(child, "message"),
    once(child, "close").then(() => {
      throw new Error("The reference server did not start.");
    }),
  ]);
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null) return;
      child.kill();
      await once(child, "close");
    },
  };
}

const full = { clients: 20, users: 100, browsers: 1_000, warmUpMs: 20_000, durationMs: 2_000 };
const short = { clients: 5, users: 5, browsers: 20, warmUpMs: 500, durationMs: 200 };
const READINGS_PER_SECOND = 500;
const POINTS_PER_MESSAGE = 10;
/** Shared answers are a second old at most: after this time each is computed again. */
const QUIET_MS = 2_000;

const BROWSERS_TARGET_MS = 5_000;

/** The calls of the building's overview, with the minimum share of Fastify's rate with one prepared query. */
const calls = [
  { name: "session", path: getSession.path, target: 0.4 },
  { name: "metrics", path: listLocationMetrics.path, target: 0.25 },
  { name: "subsystems", path: listSubsystemStatuses.path, target: 0.25 },
  { name: "alarms", path: listAlerts.path, target: 0.25 },
] as const;
type CallName = (typeof calls)[number]["name"];

const sizesOf = (options: BenchOptions) => (options.isShort ? short : full);

const prepareIngest = (rig: Rig, durationMs?: number) =>
  prepareLoad({
    kind: "pace",
    port: rig.mqttPort,
    edges: rig.campus.gateways,
    seed: 1,
    pointsPerMessage: POINTS_PER_MESSAGE,
    readingsPerSecond: READINGS_PER_SECOND,
    ...(durationMs !== undefined && { durationMs }),
  });

/** Runs `work` while readings arrive. */
async function whileIngesting<T>(rig: Rig, work: () => Promise<T>): Promise<T> {
  const ingest = await prepareIngest(rig);
  const ended = ingest.go();
  const result = await work();
  ingest.stop();
  await ended;
  return result;
}

async function countPerSecond(options: BenchOptions, url: string, path: string, tokens: readonly string[]) {
  const { clients, durationMs } = sizesOf(options);
  const { tookMs } = await runLoad({ kind: "callers", url, tokens, clients, paths: [path], durationMs });
  return (tookMs.length / durationMs) * 1_000;
}

/** A thousand users who reconnect after a restart or a power failure. */
async function loadBrowsers(rig: Rig, options: BenchOptions, tokens: readonly string[]) {
  const pathOf = (path: string) => path.replace(":id", String(rig.users.buildingId));
  const browsers = await prepareLoad({
    kind: "browsers",
    url: rig.url,
    tokens,
    browsers: sizesOf(options).browsers,
    session: getSession.path,
    calls: calls.filter(({ name }) => name !== "session").map(({ path }) => pathOf(path)),
    stream: `${openLiveStream.path}?building=${rig.users.buildingId}`,
    timeoutMs: 30_000,
  });
  await sleep(QUIET_MS);
  return whileIngesting(rig, () => browsers.go());
}

function browsersRow({ loadedMs, failed }: BrowsersResult) {
  const { max } = latencyOf(loadedMs);
  return {
    work: `${loadedMs.length + failed} browsers at once, until the last has its data`,
    unit: "ms",
    ours: max,
    target: {
      text: `≤ ${BROWSERS_TARGET_MS} ms`,
      isReached: failed === 0 && max <= BROWSERS_TARGET_MS,
    },
  };
}

export const overview: Bench = {
  name: "overview",
  describe: "calls of the building overview, against Fastify with one prepared query; 1,000 browsers at once",
  run: (options) =>
    options.rigs.use({}, async (rig) => {
      const rounds = new Rounds(rig.folder, options.print);
      const tokens = await rig.users.tokensOf(sizesOf(options).users);
      await using fastify = await startFastify(rig.databaseUrl);
      await (await prepareIngest(rig, sizesOf(options).warmUpMs)).go();
      const browsers = await loadBrowsers(rig, options, tokens);
      let bare = 0;
      const countCalls = () =>
        whileIngesting(rig, async () => {
          const found: Record<CallName, number> = { session: 0, metrics: 0, subsystems: 0, alarms: 0 };
          for (const { name, path } of calls) {
            const own = path.replace(":id", String(rig.users.buildingId));
            found[name] = await countPerSecond(options, rig.url, own, tokens);
          }
          return found;
        });
      const countReference = async () => {
        bare = await countPerSecond(options, fastify.url, "/bare", tokens);
        const query = await countPerSecond(options, fastify.url, "/query", tokens);
        return { session: query, metrics: query, subsystems: query, alarms: query };
      };
      const compared = await rounds.compareAll("calls", options.rounds, {
        ours: countCalls,
        reference: countReference,
      });
      return {
        title: `overview: calls by ${sizesOf(options).clients} clients while ingest runs at ${READINGS_PER_SECOND} points/s, against Fastify with one prepared query`,
        rows: [
          ...calls.map(({ name, target: least }) => rowOf(name, "calls/s", compared(name), { least })),
          browsersRow(browsers),
        ],
        notes: [
          `Bare Fastify, in the last round: ${Math.round(bare)} calls/s. Ingest shares the process with our calls, and none with the reference.`,
          "A browser loads its session, then metrics, status cards, alarms and the live stream side by side. Each user has ten browsers.",
          "500 sensors in 50 zones; about a third of them are above the limit for CO2.",
          `${browsers.failed} browsers failed.`,
          rounds.describeMachine(),
        ],
      };
    }),
};
