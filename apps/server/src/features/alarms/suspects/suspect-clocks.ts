import { alarmMessage, type AlarmText } from "@verandah/equipment/alarm-texts.ts";

import type { Ctx } from "#core/ctx.ts";
import { type EdgeClock, listClocks } from "#features/devices/edge-clocks.service.ts";
import { AHEAD_MAX_MS } from "#features/telemetry/telemetry.service.ts";

import type { Suspicion } from "../evaluation/alarm-decision.ts";

const MINUTE_MS = 60_000;
/** After this time a correct clock no longer explains the unknown state of the devices behind it, ms. */
const OFF_DELAY_MS = 60_000;

const names = ["clock-ahead", "clock-behind"] as const;
type ClockAlarm = (typeof names)[number];

const causeOf = (edgeId: number, name: ClockAlarm) => `edge:${edgeId}:${name}`;
const wrongOf = (offsetMs: number): ClockAlarm => (offsetMs > 0 ? "clock-ahead" : "clock-behind");

/**
 * Edges whose clocks are so wrong that their readings are suspect, and edges whose clocks were.
 *
 * @param open causes of active alarms and of pending conditions
 */
export async function suspectClocks(ctx: Ctx, open: Iterable<string>): Promise<Suspicion[]> {
  const doubted = [...open].filter((cause) => names.some((name) => cause.endsWith(name)));
  const ids = doubted.map((cause) => Number(cause.split(":")[1]));
  const clocks = await listClocks(ctx, AHEAD_MAX_MS, ids);
  return clocks.flatMap((clock) =>
    names
      .filter((name) => isWrong(clock, name) || doubted.includes(causeOf(clock.id, name)))
      .map((name) => suspectClock(clock, name)),
  );
}

const isWrong = ({ offsetMs }: EdgeClock, name: ClockAlarm) =>
  Math.abs(offsetMs) > AHEAD_MAX_MS && wrongOf(offsetMs) === name;

function suspectClock(clock: EdgeClock, alarm: ClockAlarm): Suspicion {
  const { id, campusId, locationId, name, offsetMs, isSending } = clock;
  const text: AlarmText = { name: alarm, numbers: [Math.round(Math.abs(offsetMs) / MINUTE_MS)] };
  const condition = isWrong(clock, alarm) ? "out" : "back";
  return {
    cause: causeOf(id, alarm),
    name: alarm,
    text,
    message: alarmMessage("en", { text, message: "" }),
    // Without messages the state of a clock is unknown.
    condition: isSending ? condition : "unknown",
    onDelayMs: 0,
    offDelayMs: OFF_DELAY_MS,
    campusId,
    locationId,
    deviceId: null,
    edgeId: id,
    pointId: null,
    sourceName: name,
    value: null,
    limit: null,
  };
}
