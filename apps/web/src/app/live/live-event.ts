import { type LiveEvent, liveEvents } from "@verandah/contract/live.ts";
import { z } from "zod";

const liveEvent = z.discriminatedUnion("name", [
  z.object({ name: z.literal("hello"), data: liveEvents.hello }),
  z.object({ name: z.literal("heartbeat"), data: liveEvents.heartbeat }),
  z.object({ name: z.literal("metrics"), data: liveEvents.metrics }),
  z.object({ name: z.literal("statuses"), data: liveEvents.statuses }),
  z.object({ name: z.literal("alarms"), data: liveEvents.alarms }),
  z.object({ name: z.literal("readings"), data: liveEvents.readings }),
  z.object({ name: z.literal("command"), data: liveEvents.command }),
  z.object({ name: z.literal("session-over"), data: liveEvents["session-over"] }),
]);

/** The events to listen for. */
export const liveEventNames = liveEvent.options.map((option) => option.shape.name.value);

/** One event as the contract has it. Others are left out: polling brings what they said. */
export function readLiveEvent(name: string, text: string): LiveEvent | undefined {
  try {
    return liveEvent.safeParse({ name, data: JSON.parse(text) }).data;
  } catch {
    return undefined;
  }
}
