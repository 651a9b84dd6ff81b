import type { Series } from "@verandah/field/payloads.ts";
import { storedQualityOf } from "@verandah/field/points.ts";

import type { PointRow } from "../points.repository.ts";
import { AHEAD_MAX_MS } from "../telemetry.service.ts";
import { ChangeFilter, type Sample } from "./change-filter.ts";
import type { ReadingsBatch } from "./readings-batch.ts";
import { VALUE_MAX } from "./readings.repository.ts";

/** A value further in the future than this is not stored, ms. */
const AHEAD_REFUSED_MS = 2 * 86_400_000;

const GOOD = 0;
const SUSPECT = 1;

export interface Sender {
  id: number;
  /** Offset of the sender's clock from the server's clock, ms. */
  clockOffsetMs: number;
}

/** Numbers of readings by decision. */
interface IntakeCounts {
  unchanged: number;
  suspect: number;
  wrongTime: number;
}

/** Decides which values of a series are stored, published as the newest, or refused. Readings older than `keepMs` are refused. */
export function createSeriesIntake(counts: IntakeCounts, keepMs: number) {
  const filter = new ChangeFilter();
  /** The newest value of each point. The objects are reused. */
  const newest = new Map<number, Sample>();

  function addTo(
    batch: ReadingsBatch,
    { sender, point, values }: { sender: Sender; point: PointRow; values: Series["values"] },
    { isInOrder, nowMs }: { isInOrder: boolean; nowMs: number },
  ): void {
    const isClockWrong = Math.abs(sender.clockOffsetMs) > AHEAD_MAX_MS;
    const sample = { atMs: 0, value: 0, quality: GOOD };
    for (const [atMs, value, reportedQuality] of values) {
      if (atMs > nowMs + AHEAD_REFUSED_MS || atMs < nowMs - keepMs) {
        counts.wrongTime += 1;
        continue;
      }
      const isAhead = atMs > nowMs + AHEAD_MAX_MS;
      const isOutside =
        Math.abs(value) > VALUE_MAX || value < (point.min ?? -VALUE_MAX) || value > (point.max ?? VALUE_MAX);
      sample.atMs = atMs;
      sample.value = value;
      const reported = reportedQuality === undefined ? GOOD : (storedQualityOf(reportedQuality) ?? SUSPECT);
      const isSuspect = isClockWrong || isAhead || isOutside;
      // A reason of the device is more exact than `suspect`.
      sample.quality = reported === GOOD && isSuspect ? SUSPECT : reported;
      if (sample.quality !== GOOD) counts.suspect += 1;
      if (isClockWrong || isAhead) batch.misdated.add(point.pointId, sample);
      counts.unchanged += 1 - filter.storeIfChanged(point, sample, isInOrder, batch.rows);
      if (!isAhead && isNewest(point.pointId, sample)) batch.setLatest(point, sample);
    }
  }

  /**
   * Whether no newer value of the point has arrived since the start. Late values of the past are not published. Of several values of one
   * instant the first counts; the same value again may be a repetition after a failed commit.
   */
  function isNewest(pointId: number, sample: Readonly<Sample>): boolean {
    const known = newest.get(pointId);
    if (!known) newest.set(pointId, { ...sample });
    else if (sample.atMs < known.atMs) return false;
    else if (sample.atMs === known.atMs)
      return sample.value === known.value && sample.quality === known.quality;
    else Object.assign(known, sample);
    return true;
  }

  return { addTo };
}
