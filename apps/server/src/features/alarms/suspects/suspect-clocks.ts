import type { AlarmText } from "@verandah/equipment/alarm-texts.ts";

import type { Ctx } from "#core/ctx.ts";
import { type EdgeClock, listClocks } from "#features/devices/edge-clocks.service.ts";
import { AHEAD_MAX_MS } from "#features/telemetry/telemetry.service.ts";

import type { CauseMap } from "../alarm-subjects.ts";
import { suspect, type Suspicion } from "../evaluation/suspicion.service.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Clocks begin in 1970, 1980 or 2000 after a loss of power. */
const SET_SINCE_YEAR = 2020;
/** After this time a correct clock no longer explains the unknown state of the devices behind it, ms. */
const OFF_DELAY_MS = 60_000;

const names = ["clock-ahead", "clock-behind"] as const;
type ClockAlarm = (typeof names)[number];

const wrongOf = (offsetMs: number): ClockAlarm => (offsetMs > 0 ? "clock-ahead" : "clock-behind");

/** Edges whose clocks are so wrong that their readings are suspect, and edges whose clocks were. */
export async function suspectClocks(ctx: Ctx, open: CauseMap<true>): Promise<Suspicion[]> {
  const doubted = names.flatMap((name) => open.idsOf("edge", name));
  const clocks = await listClocks(ctx, AHEAD_MAX_MS, doubted);
  return clocks.flatMap((clock) =>
    names
      .filter((rule) => isWrong(clock, rule) || open.has({ subject: { kind: "edge", id: clock.id }, rule }))
      .map((name) => suspectClock(clock, name, ctx.now())),
  );
}

const isWrong = ({ offsetMs }: EdgeClock, name: ClockAlarm) =>
  Math.abs(offsetMs) > AHEAD_MAX_MS && wrongOf(offsetMs) === name;

/** Minutes up to two days, then days. A clock that shows a year before the product existed was never set. */
function textOf(alarm: ClockAlarm, offsetMs: number, now: Date): AlarmText {
  const year = new Date(now.getTime() + offsetMs).getUTCFullYear();
  if (alarm === "clock-behind" && year < SET_SINCE_YEAR) return { name: `${alarm}/not-set`, numbers: [year] };
  const size = Math.abs(offsetMs);
  return size < 2 * DAY_MS
    ? { name: alarm, numbers: [Math.round(size / MINUTE_MS)] }
    : { name: `${alarm}/days`, numbers: [Math.round(size / DAY_MS)] };
}

function suspectClock(clock: EdgeClock, name: ClockAlarm, now: Date): Suspicion {
  const { id: edgeId, campusId, locationId, name: sourceName, offsetMs, isSending } = clock;
  const condition = isWrong(clock, name) ? "out" : "back";
  return suspect(
    { kind: "edge", edgeId, campusId, locationId, sourceName },
    { name, text: textOf(name, offsetMs, now), offDelayMs: OFF_DELAY_MS },
    // Without messages the state of a clock is unknown.
    { condition: isSending ? condition : "unknown" },
  );
}
