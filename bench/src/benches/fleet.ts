import { setTimeout as sleep } from "node:timers/promises";

import { getFleetMap } from "@verandah/contract/pumps/pump-map.ts";
import { listFleet } from "@verandah/contract/pumps/pumps.ts";

import type { Bench, BenchOptions } from "../bench.ts";
import { runLoad } from "../load/load.ts";
import { connectPumps, PUMPS } from "../load/pumps.ts";
import type { Rig } from "../rig/rig.ts";
import { latencyOf, Rounds, spreadOf } from "../rounds.ts";
import { limitedRow } from "../table.ts";

const DURATION_MS = 2_000;
const SHORT_DURATION_MS = 200;
/** Until the last values are in the database, ms. */
const SETTLE_MS = 1_500;
/** A user accepts this delay of a page. Source: Nielsen, Usability Engineering, 1993, chapter 5. */
const TARGET_MS = 1_000;

const grid = (query: string) => `${listFleet.path}?${query}`;
const area = (west: number, south: number, degrees: number) =>
  `${getFleetMap.path}?west=${west}&south=${south}&east=${west + degrees}&north=${south + degrees}`;

/** The calls of the fleet page. */
const calls = [
  { name: "grid, first page by alarms, and counts by place", path: grid("") },
  { name: "grid, page 500 by litres", path: grid("sort=litres&order=desc&page=500") },
  { name: "grid, filter of the name", path: grid("filter.name=Pump%2012") },
  { name: "grid, filters of place and state", path: grid("filter.place=Village%2042&filter.state=running") },
  { name: "map, whole fleet", path: getFleetMap.path },
  { name: "map, a village", path: area(76.5, 12.5, 0.1) },
] as const;

/** Time until a user has the answer of a call, 99th percentile, ms. */
async function timeCall(options: BenchOptions, rig: Rig, path: string): Promise<number> {
  const { tookMs } = await runLoad({
    kind: "callers",
    url: rig.url,
    tokens: [rig.users.token],
    clients: 1,
    paths: [path],
    durationMs: options.isShort ? SHORT_DURATION_MS : DURATION_MS,
  });
  return latencyOf(tookMs).p99;
}

/** @throws Error when the fleet page does not show each pump as running, although each has sent its values */
async function checkFleet(rig: Rig): Promise<void> {
  const headers = { authorization: `Bearer ${rig.users.token}` };
  const reply = await fetch(`${rig.url}${listFleet.path}`, { headers });
  const { places } = listFleet.reply.parse(await reply.json());
  const running = places.reduce((sum, place) => sum + place.running, 0);
  if (running !== rig.campus.pumps.length)
    throw new Error(`${running} of ${rig.campus.pumps.length} pumps run on the fleet page.`);
}

export const fleet: Bench = {
  name: "fleet",
  describe: "the calls of the fleet page while 10,000 pumps send once a minute",
  run: (options) =>
    options.rigs.use({ pumps: PUMPS }, async (rig) => {
      const rounds = new Rounds(rig.folder, options.print);
      const connected = await connectPumps(rig, options);
      const found = calls.map(() => [] as number[]);
      await connected.sendWhile(async () => {
        await sleep(connected.everyMs + SETTLE_MS);
        await checkFleet(rig);
        for (let round = 1; round <= options.rounds; round += 1) {
          options.print(`fleet, round ${round} of ${options.rounds}: ${await rounds.probe()}`);
          for (const [at, { path }] of calls.entries()) found[at]?.push(await timeCall(options, rig, path));
        }
      });
      return {
        title: `fleet: the fleet page of ${rig.campus.pumps.length.toLocaleString("en")} pumps that send once a minute, one person`,
        rows: calls.map(({ name }, at) =>
          limitedRow(`${name}, p99`, "ms", spreadOf(found[at] ?? []).median, TARGET_MS),
        ),
        notes: [
          "Each pump has its own MQTT user and connection. Before the first call each has sent its values, and the page shows each as running.",
          rounds.describeMachine(),
        ],
      };
    }),
};
