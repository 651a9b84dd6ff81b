import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

import { updateRecurringSchedule } from "@verandah/contract/schedules/recurring-schedules.ts";
import { addScheduleDay, listOccurrences } from "@verandah/contract/schedules/schedule-days.ts";
import type { RecurringSchedule } from "@verandah/contract/schedules/schedule-forms.ts";
import { createWallClock } from "@verandah/time/wall-clock.ts";
import { expect, test } from "vitest";

import { never, whole } from "./rig/default-schedules.ts";
import { ProductProgram } from "./rig/product-program.ts";
import { findPorts, type Rig, startRig, waitFor } from "./rig/rig.ts";
import { SimulatedUnits } from "./rig/simulated-units.ts";
import { aSite } from "./rig/site.ts";
import { sizes } from "./rig/sizes.ts";

const UNITS = ["AHU-1", "AHU-2", "AHU-3"];
const LAMPS = Array.from({ length: sizes.lamps }, (_, at) => `LAMP-${at + 1}`);
const QUARTER_MS = 15 * 60_000;
/** A schedule is created at least this long before its start, ms. */
const AHEAD_MS = 4 * 60_000;
/** A kill follows a change within this time, ms. */
const AFTER_CHANGE_MAX_MS = 800;
/** And at most this long before or after a switching time, ms. */
const AROUND_MINUTE_MS = 700;
const MINUTE_MS = 60_000;
/** Interval of kills while units differ from their schedule, at most, ms. */
const RESTORE_KILL_MS = 20_000;

const clock = createWallClock("Asia/Kolkata");

/** On and off alternately, a minute each, from the given minute on. */
function alternately(fromMs: number, minutes: number): RecurringSchedule["timeData"] {
  return Array.from({ length: Math.ceil(minutes / 2) }, (_, at) => {
    const onMs = fromMs + at * 2 * MINUTE_MS;
    return { ON: clock.read(onMs).time, OFF: clock.read(onMs + MINUTE_MS).time };
  });
}

/** Two servers on the same database: one with the broker, and one without. */
async function startTwo(): Promise<{ rig: Rig; second: ProductProgram } & AsyncDisposable> {
  await using opening = new AsyncDisposableStack();
  const rig = opening.use(
    await startRig(() => aSite({ devices: [], units: UNITS, lamps: LAMPS, pointCount: 1 })),
  );
  const [port = 0] = await findPorts(1);
  const second = new ProductProgram({
    entry: "apps/server/src/main.ts",
    environment: {
      ...rig.environment,
      PORT: String(port),
      METRICS_LISTEN: "off",
      VERANDAH_ROLES: "api,jobs",
    },
  });
  opening.defer(() => second.kill());
  await second.start();
  const running = opening.move();
  return { rig, second, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

test(`schedules switch once, whichever of two servers is killed, or both`, async () => {
  await using two = await startTwo();
  const { rig, second } = two;
  const { browser } = rig;
  const units = new SimulatedUnits(rig.mqttPort, UNITS, LAMPS);
  let kills = 0;

  /** kill -9 of one, the other or both, alternately, and their next start. */
  async function killSome(round: number): Promise<void> {
    const struck = round % 3 === 0 ? [rig.server] : round % 3 === 1 ? [second] : [rig.server, second];
    await Promise.all(struck.map((server) => server.kill()));
    kills += struck.length;
    await Promise.all(struck.map((server) => server.start()));
  }

  async function isQuiet(): Promise<boolean> {
    const now = Date.now();
    return (await browser.call(listOccurrences, {})).every(
      (one) => Date.parse(one.at) > now || one.state === "done",
    );
  }

  /** The controllers restart and lose their values. Servers are killed until the schedule's value is back, once at each unit. */
  async function restoreUnits(wanted: number): Promise<void> {
    const count = units.done.length;
    units.restart(wanted === 0 ? 10 : 0);
    for (let kill = 0; kill < sizes.restoreKills; kill += 1) {
      await sleep(randomInt(RESTORE_KILL_MS));
      await killSome(kill);
    }
    // A unit must differ for a minute before it is commanded.
    await sleep(MINUTE_MS);
    await waitFor("the units are restored", () => units.done.length >= count + UNITS.length);
    await sleep(AFTER_CHANGE_MAX_MS * 10);
    const restored = units.done.slice(count).map(({ device, value }) => `${device}=${value}`);
    expect(restored.toSorted()).toEqual(UNITS.map((ssid) => `${ssid}=${wanted}`));
  }

  /** Each lamp was dimmed once at its start and released once at its end, however many servers were killed in the meantime. */
  async function checkLamps(endMs: number): Promise<void> {
    await sleep(Math.max(0, endMs + 1_000 - Date.now()));
    await waitFor("the lamps are released", isQuiet);
    for (const ssid of LAMPS) {
      const values = units.done.filter(({ device }) => device === ssid).map(({ value }) => value);
      const commands = (await browser.commands(ssid)).map(({ state, value }) => [state, value]);
      expect([values, commands]).toEqual([
        [60, null],
        [
          ["verified", null],
          ["verified", 60],
        ],
      ]);
    }
  }

  const lampsAtMs = Math.ceil((Date.now() + AHEAD_MS) / QUARTER_MS) * QUARTER_MS;
  await browser.scheduleLamps(LAMPS, lampsAtMs);
  const { id } = await browser.defaultSchedule();
  for (let round = 0; round < sizes.scheduleChanges; round += 1) {
    const schedule = round % 2 === 0 ? whole : never;
    const sent = browser.call(updateRecurringSchedule, { id, ...schedule }).catch(() => undefined);
    await sleep(randomInt(AFTER_CHANGE_MAX_MS));
    await killSome(round);
    await sent;
    // A call that the kill interrupted is checked, and repeated if necessary.
    if ((await browser.defaultSchedule()).data !== JSON.stringify(schedule))
      await browser.call(updateRecurringSchedule, { id, ...schedule });
    await waitFor("the change is done", isQuiet);
  }

  if (sizes.scheduleChanges % 2 === 1) {
    await browser.call(updateRecurringSchedule, { id, ...never });
    await waitFor("the last change is done", isQuiet);
  }
  const firstMs = (Math.floor(Date.now() / MINUTE_MS) + 1) * MINUTE_MS;
  // The default has steps of a quarter of an hour, too long for a test.
  if (sizes.scheduleMinutes > 0)
    await browser.call(addScheduleDay, {
      day: clock.read(firstMs).day,
      kind: "exception",
      name: "In turns",
      timeData: alternately(firstMs, sizes.scheduleMinutes),
    });
  for (let minute = 0; minute < sizes.scheduleMinutes; minute += 1) {
    const killAtMs = firstMs + minute * MINUTE_MS + randomInt(-AROUND_MINUTE_MS, AROUND_MINUTE_MS);
    await sleep(Math.max(0, killAtMs - Date.now()));
    await killSome(minute);
    await sleep(Math.max(0, firstMs + minute * MINUTE_MS + 1_000 - Date.now()));
    await waitFor("the minute is done", isQuiet);
  }

  const done = (await browser.call(listOccurrences, {})).filter(
    ({ state, kind }) => state === "done" && kind !== "schedule",
  );
  expect(done.every((one) => one.units === UNITS.length)).toBe(true);
  expect(done.length).toBeGreaterThanOrEqual(sizes.scheduleChanges + sizes.scheduleMinutes);
  const values = done.map((_, at) => (at % 2 === 0 ? 10 : 0));
  for (const ssid of UNITS) {
    const commands = await browser.commands(ssid);
    expect(commands.map((command) => [command.state, command.value]).toReversed()).toEqual(
      values.map((value) => ["verified", value]),
    );
    expect(units.done.filter((command) => command.device === ssid).map((command) => command.value)).toEqual(
      values,
    );
  }
  if (sizes.restoreKills > 0) await restoreUnits(values.at(-1) ?? 0);
  if (LAMPS.length > 0) await checkLamps(lampsAtMs + QUARTER_MS);
  console.info(
    `${done.length} occurrences, ${kills} kills of two servers, ${units.done.length} commands, each once`,
  );
  await units.close();
});
