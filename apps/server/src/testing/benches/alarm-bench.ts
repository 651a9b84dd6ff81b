import type { AlertLists } from "@verandah/contract/alarms/alarms.ts";

import { evaluateStatesAndAlarms } from "#features/alarms/alarms.jobs.ts";
import type { SuspicionSource } from "#features/alarms/evaluation/alarm-evaluation.service.ts";
import { createEvaluationWork, type EvaluationWork } from "#features/alarms/evaluation/evaluation-work.ts";
import { getEdge } from "#features/devices/edge-sessions.service.ts";

import type { startTestApp } from "../start-test-app.ts";

type App = Awaited<ReturnType<typeof startTestApp>>;

const works = new WeakMap<App, EvaluationWork>();

/** Runs the alarm job once, for what changed since the last time. */
export async function evaluate(app: App, sources: readonly SuspicionSource[] = []): Promise<void> {
  const work = works.get(app) ?? createEvaluationWork(app.bus, 0);
  works.set(app, work);
  await evaluateStatesAndAlarms(app.ctx, sources, () => true, true, work);
}

/** The active alarms of the test building, as a member sees them. */
export async function alerts(app: App): Promise<AlertLists> {
  const user = await app.as("member");
  return (await user.get(`/v1/alerts/${user.session.building.id}/alerts`)).json();
}

/** The process with the broker has ended: its edges are unknown until they connect again. */
export async function leaveAllEdges(app: App): Promise<void> {
  await app.query("update edges set state = 'unknown', state_since = $1 where state = 'online'", [app.now()]);
}

/** @throws Error when no edge has that ssid */
export async function edge(app: App, ssid: string) {
  const found = await getEdge(app.ctx, ssid);
  if (!found) throw new Error(`No edge ${ssid}`);
  return found;
}
