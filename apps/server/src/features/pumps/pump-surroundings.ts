import { FLOW, MOTOR, POWER } from "@verandah/equipment/types/solar-pump.ts";

import type { Suspicion } from "#features/alarms/evaluation/suspicion.service.ts";
import { type PlacedValue, staleAtMs } from "#features/telemetry/telemetry.service.ts";

import type { PumpHistory } from "./pump-history.service.ts";
import { median, type PumpPeers, type PumpView, REPORTING_MIN } from "./pump-rules.ts";

/** With fewer running pumps a model has no usual value. */
const PEERS_MIN = 3;

/** Alarms are evaluated each second, and a pump sends once a minute. Shorter than every delay of its rules, ms. */
const EVALUATE_MS = 10_000;

/** Histories that are loaded in this time: each reads some thousand values, once a day. */
const HISTORIES_MAX = 10;

export interface EvaluatedPump {
  deviceId: number;
  campusId: number;
  points: ReadonlyMap<string, PlacedValue>;
  view: PumpView;
  isSilent: boolean;
  /** The pumps that it is compared with; a pump without a plate is compared with itself. */
  group: string;
}

/** The last state of a pump, kept after its values were read. */
interface KeptPump {
  /** When its next value becomes too old, so that it is read again; infinity: all are too old. */
  dueAtMs: number;
  isSilent: boolean;
  group: string;
  running: { watt: number; flow: number | undefined } | undefined;
}

/** The usual values of running pumps; undefined with too few of them. */
function peersOf(pumps: readonly KeptPump[]): PumpPeers | undefined {
  const running = pumps.flatMap(({ running: values }) =>
    values?.flow === undefined ? [] : [{ flow: values.flow, watt: values.watt }],
  );
  if (running.length < PEERS_MIN) return undefined;
  return {
    watt: median(running.map(({ watt }) => watt)),
    flowPerWatt: median(running.map(({ flow, watt }) => flow / watt)),
  };
}

/** The pumps of a campus in memory, so that a round compares a pump with the others without reading their values. */
export class PumpSurroundings {
  readonly #pumps = new Map<number, KeptPump>();
  readonly #evaluatedAtMs = new Map<number, number>();
  #countedAtMs = Number.NEGATIVE_INFINITY;
  #peers: ReadonlyMap<string, PumpPeers | undefined> = new Map();

  /** Ids of devices to read: their values have changed, have become too old, or show a fault. */
  readonly waiting = new Set<number>();
  /** The irradiance by the ids of their devices. */
  readonly suns = new Map<number, PlacedValue>();
  readonly histories = new Map<number, PumpHistory>();
  historiesLeft = HISTORIES_MAX;
  /** Findings by the ids of their devices. */
  readonly found = new Map<number, readonly Suspicion[]>();
  /** Number of pumps that report now. */
  reporting = 0;
  runningIds: readonly number[] = [];

  /** Waiting devices that were not evaluated in the last seconds, and of those that were evaluated before not more than `room`. */
  ready(nowMs: number, room: number): { newIds: number[]; knownIds: number[] } {
    const [newIds, knownIds]: [number[], number[]] = [[], []];
    for (const id of this.waiting) {
      const atMs = this.#evaluatedAtMs.get(id);
      if (atMs === undefined) newIds.push(id);
      else if (knownIds.length < room && !isRecent(atMs, nowMs)) knownIds.push(id);
    }
    return { newIds, knownIds };
  }

  /** A device that was removed, or that is of another campus now. */
  forget(deviceId: number): void {
    const { waiting, suns, histories, found } = this;
    for (const kept of [this.#pumps, this.#evaluatedAtMs, waiting, suns, histories, found])
      kept.delete(deviceId);
  }

  keep({ deviceId, points, view, isSilent, group }: EvaluatedPump, nowMs: number): void {
    const dueAtMs = Math.min(
      ...[...points.values()].map((value) => staleAtMs(value)).filter((atMs) => atMs > nowMs),
    );
    const watt = view.get(POWER);
    const running = (view.get(MOTOR) ?? 0) > 0 && watt ? { watt, flow: view.get(FLOW) } : undefined;
    this.#pumps.set(deviceId, { dueAtMs, isSilent, group, running });
  }

  /** A round that fails before this reads the device again. */
  setFound(deviceId: number, found: readonly Suspicion[], nowMs: number): void {
    this.#evaluatedAtMs.set(deviceId, nowMs);
    this.waiting.delete(deviceId);
    if (found.length > 0) this.found.set(deviceId, found);
    else this.found.delete(deviceId);
  }

  /** The usual values of the running pumps of a group, some seconds old at most. */
  peersOf(group: string): PumpPeers | undefined {
    return this.#peers.get(group);
  }

  /** Counts and compares the pumps again, every ten seconds. A pump with a value that became too old counts after it was read. */
  count(nowMs: number): void {
    if (isRecent(this.#countedAtMs, nowMs)) return;
    this.#countedAtMs = nowMs;
    const known: [id: number, pump: KeptPump][] = [];
    for (const entry of this.#pumps) {
      if (entry[1].dueAtMs > nowMs) known.push(entry);
      else this.waiting.add(entry[0]);
    }
    const hadFew = this.reporting < REPORTING_MIN;
    this.reporting = known.filter(([, { isSilent }]) => !isSilent).length;
    // A silent pump is suspected only while others report.
    if (hadFew && this.reporting >= REPORTING_MIN)
      for (const [id, { isSilent }] of known) if (isSilent) this.waiting.add(id);
    for (const id of this.found.keys()) this.waiting.add(id);
    const running = known.filter((entry) => entry[1].running);
    this.runningIds = running.map(([id]) => id);
    const groups = Map.groupBy(
      running.map(([, pump]) => pump),
      ({ group }) => group,
    );
    this.#peers = new Map([...groups].map(([group, pumps]) => [group, peersOf(pumps)]));
    this.historiesLeft = HISTORIES_MAX;
  }
}

const isRecent = (atMs: number, nowMs: number) => Math.abs(nowMs - atMs) < EVALUATE_MS;
