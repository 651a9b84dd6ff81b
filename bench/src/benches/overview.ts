import { listAlerts } from "@verandah/contract/alarms.ts";
import { getLocation, listLocationMetrics, listSubsystemStatuses } from "@verandah/contract/buildings.ts";

import type { Bench, BenchOptions } from "../bench.ts";
import { prepareLoad, runLoad } from "../load/load.ts";
import type { Rig } from "../rig/rig.ts";
import { latencyOf, Rounds } from "../rounds.ts";

const full = { clients: 50, users: 10 };
const short = { clients: 5, users: 1 };
const READINGS_PER_SECOND = 2_000;
const POINTS_PER_MESSAGE = 10;
/** Long enough for the alarms of all sensors that are above a limit. */
const WARM_UP_MS = 20_000;
const SHORT_WARM_UP_MS = 500;
const DURATION_MS = 6_000;
const SHORT_DURATION_MS = 400;

const RATIO_TARGET = 2;

/** What the building's overview asks for, by what it shows. */
const calls = [
  { name: "overview", path: listLocationMetrics.path },
  { name: "overview", path: listSubsystemStatuses.path },
  { name: "overview", path: getLocation.path },
  { name: "alarms", path: listAlerts.path },
] as const;

async function measureCalls(rig: Rig, options: BenchOptions, tokens: readonly string[]) {
  const paths = calls.map(({ path }) => path.replace(":id", String(rig.users.buildingId)));
  const durationMs = options.isShort ? SHORT_DURATION_MS : DURATION_MS;
  const { tookMs, path } = await runLoad({
    kind: "callers",
    url: rig.url,
    tokens,
    clients: (options.isShort ? short : full).clients,
    paths,
    durationMs,
  });
  const p99Of = (name: string) =>
    latencyOf(tookMs.filter((_, call) => calls[path[call] ?? 0]?.name === name)).p99;
  return {
    overview: p99Of("overview"),
    alarms: p99Of("alarms"),
    perSecond: (tookMs.length / durationMs) * 1_000,
  };
}

export const overview: Bench = {
  name: "overview",
  describe:
    "GET of the building overview and of alarms by 50 clients while ingest runs, against the same while idle",
  run: (options) =>
    options.rigs.use({}, async (rig) => {
      const rounds = new Rounds(rig.folder, options.say);
      const tokens = await rig.users.tokensOf((options.isShort ? short : full).users);
      const prepareIngest = (durationMs?: number) =>
        prepareLoad({
          kind: "pace",
          port: rig.mqttPort,
          edges: rig.campus.gateways,
          seed: 1,
          pointsPerMessage: POINTS_PER_MESSAGE,
          readingsPerSecond: READINGS_PER_SECOND,
          ...(durationMs !== undefined && { durationMs }),
        });
      await (await prepareIngest(options.isShort ? SHORT_WARM_UP_MS : WARM_UP_MS)).go();
      const whileIngesting = async () => {
        const ingest = await prepareIngest();
        const ended = ingest.go();
        const figures = await measureCalls(rig, options, tokens);
        ingest.stop();
        await ended;
        return figures;
      };
      const found = await rounds.compareAll("while ingesting", options.rounds, {
        ours: whileIngesting,
        yardstick: () => measureCalls(rig, options, tokens),
      });
      const rowOf = (name: "overview" | "alarms") => {
        const compared = found(name);
        const isReached = compared.ratio.median <= RATIO_TARGET;
        return {
          work: `${name}, p99`,
          unit: "ms",
          ...compared,
          target: { text: `ratio ≤ ${RATIO_TARGET}`, isReached },
        };
      };
      return {
        title: "overview: GET by 50 clients while ingest runs at 2,000 points/s, against the same while idle",
        rows: [
          rowOf("overview"),
          rowOf("alarms"),
          { work: "all calls", unit: "calls/s", ...found("perSecond") },
        ],
        notes: [
          "Each client calls again as soon as it is answered: metrics, status cards and location of the building, then its alarms.",
          "500 sensors in 50 zones; about a third of them are above the limit for CO2.",
          rounds.describeMachine(),
        ],
      };
    }),
};
