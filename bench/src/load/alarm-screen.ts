import { setTimeout as sleep } from "node:timers/promises";

import { listAlarmGrid } from "@verandah/contract/alarms/alarms.ts";
import { liveEvents } from "@verandah/contract/live.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";

import type { Rig } from "../rig/rig.ts";
import { monotonicMs } from "./monotonic.ts";

/** The browser leaves this time between two loads of the alarms, ms. */
const PAUSE_MS = 1_000;

export interface AlarmScreen {
  /** First appearance of each message in the page of critical alarms, on the monotonic clock. */
  readonly seenAtMs: ReadonlyMap<string, number>;
  /** Requested pages. */
  readonly asked: () => number;
  /** Present low alarms without explained ones. */
  readonly countLow: () => Promise<number>;
  readonly close: () => void;
}

function isOfAlarms(event: string): boolean {
  const data = /^event: changed\ndata: (.*)$/m.exec(event)?.[1];
  return data !== undefined && liveEvents.changed.parse(JSON.parse(data)).topic === "alarms";
}

/** Simulates the alarms screen of a browser: follows the live stream, and requests the newest critical alarms when they change. */
export async function watchAlarmScreen(rig: Rig): Promise<AlarmScreen> {
  const headers = { authorization: `Bearer ${rig.users.token}` };
  const ending = new AbortController();
  const seenAtMs = new Map<string, number>();
  let asked = 0;
  let isAsking = false;
  let isAskedAgain = false;

  async function fetchPage(alarmClass: "critical" | "noncritical"): Promise<ReplyOf<typeof listAlarmGrid>> {
    const reply = await fetch(`${rig.url}/v1/alarms/${alarmClass}/grid`, { headers, signal: ending.signal });
    return listAlarmGrid.reply.parse(await reply.json());
  }

  /** One call at a time, and one more when events arrived meanwhile, as the browser's query cache does. */
  async function look(): Promise<void> {
    if (isAsking) {
      isAskedAgain = true;
      return;
    }
    isAsking = true;
    do {
      isAskedAgain = false;
      asked += 1;
      const { rows } = await fetchPage("critical");
      for (const { Message } of rows) if (!seenAtMs.has(Message)) seenAtMs.set(Message, monotonicMs());
      await sleep(PAUSE_MS);
    } while (isAskedAgain);
    isAsking = false;
  }

  async function listen(body: ReadableStream<Uint8Array>): Promise<void> {
    let rest = "";
    for await (const text of body.pipeThrough(new TextDecoderStream())) {
      const events = (rest + text).split("\n\n");
      rest = events.pop() ?? "";
      if (events.some(isOfAlarms)) void look().catch(endQuietly);
    }
  }

  /** The end of the bench aborts a call in progress. */
  function endQuietly(error: unknown): void {
    if (!ending.signal.aborted) throw error;
  }

  const live = await fetch(`${rig.url}/v1/live?building=${rig.users.buildingId}`, {
    headers,
    signal: ending.signal,
  });
  if (!live.ok || !live.body) throw new Error(`The live stream was answered ${live.status}.`);
  void listen(live.body).catch(endQuietly);
  return {
    seenAtMs,
    asked: () => asked,
    countLow: async () => (await fetchPage("noncritical")).total,
    close: () => ending.abort(),
  };
}
