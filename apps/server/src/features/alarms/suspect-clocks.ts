import { alarmMessage, type AlarmText } from "@verandah/contract/alarm-texts.ts";

import type { Ctx } from "#core/ctx.ts";
import { listWrongClocks, type WrongClock } from "#features/devices/edge-clocks.service.ts";
import { AHEAD_MAX_MS } from "#features/telemetry/telemetry.service.ts";

import type { Suspicion } from "./alarm-decision.ts";

const MINUTE_MS = 60_000;

/** Edges whose clocks are so wrong that what they measure is kept as suspect. A clock that is right again is not suspected. */
export async function suspectClocks(ctx: Ctx): Promise<Suspicion[]> {
  return (await listWrongClocks(ctx, AHEAD_MAX_MS)).map((clock) => suspectClock(clock));
}

function suspectClock({ id, campusId, locationId, name, offsetMs, isOnline }: WrongClock): Suspicion {
  const alarm = offsetMs > 0 ? "clock-ahead" : "clock-behind";
  const text: AlarmText = { name: alarm, numbers: [Math.round(Math.abs(offsetMs) / MINUTE_MS)] };
  return {
    cause: `edge:${id}:${alarm}`,
    name: alarm,
    text,
    message: alarmMessage("en", { text, message: "" }),
    standing: isOnline ? "out" : "unknown",
    onDelayMs: 0,
    offDelayMs: 0,
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
