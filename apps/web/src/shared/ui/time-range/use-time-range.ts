import { useLingui } from "@lingui/react/macro";
import { useDocumentVisibility } from "@mantine/hooks";
import { useEffect, useState } from "react";

import { useSession } from "#data/query/session.ts";

import type { TrendRange } from "../../charts/trend-window.ts";
import { instantOfWallTime, wallDay, wallTime } from "../../format/wall-time.ts";
import { type SearchChange, type SearchFields, useSearchState } from "../../search-state.ts";
import { keepTimeRange, type KeptTimeRange, keptTimeRange } from "../../stored-context.ts";
import { fieldText } from "../../texts/field-text.ts";
import { useNow } from "../../use-now.ts";
import {
  addressedInstants,
  dayRangeNames,
  daysOf,
  instantsOf,
  lengthMsOf,
  type TimeRangeName,
  timeRangeNames,
} from "./time-ranges.ts";

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const REFRESH_MS = 10_000;

interface Options {
  /** The range while none is chosen. */
  first: TimeRangeName;
  maxDays: number;
  /** The range has whole days. */
  isByDay?: boolean;
  /** Its end moves while it is shown. Otherwise it stays until another choice, the next hour or the return to the tab. */
  isLive?: boolean;
  /** Shows `first` although another screen has a choice, because the specification names it. */
  ignoresKept?: boolean;
  /** Fields that a change of the range removes from the address, such as the page of a grid. */
  clears?: SearchChange;
}

export type TimeRange = ReturnType<typeof useTimeRange>;

/**
 * The time range of a screen. The address has it: `range` for a common range, which stays relative, and `from` and `to` for a free one.
 * The last valid choice is kept in the tab, and enters the address of each screen that has none and can show it.
 */
export function useTimeRange(options: Options) {
  const { first, maxDays, isByDay = false, isLive = false, ignoresKept = false, clears } = options;
  const { t } = useLingui();
  const { timeZone } = useSession().campus;
  const [search, change] = useSearchState();
  const names: readonly TimeRangeName[] = isByDay ? dayRangeNames : timeRangeNames;
  const nameIn = ({ range }: SearchFields) => names.find((one) => one === range);
  const isFreeIn = (fields: SearchFields) => addressedInstants(fields, 0, timeZone) !== undefined;
  // Another part of the screen can offer a range that this one does not.
  const hasRange = timeRangeNames.some((one) => one === search["range"]) || isFreeIn(search);
  const clockMs = useNow(REFRESH_MS);

  function rangeOf(of: SearchFields, nowMs: number) {
    const chosen = nameIn(of) ?? first;
    const free = addressedInstants(of, nowMs, timeZone);
    const name = free ? undefined : chosen;
    const instants = free ?? instantsOf(chosen, nowMs, timeZone);
    return { name, instants, days: daysOf(name, instants, nowMs, timeZone) };
  }

  function problemsOf(
    { name, instants, days }: ReturnType<typeof rangeOf>,
    nowMs: number,
  ): { from?: string | undefined; to?: string | undefined } {
    const future = fieldText("Choose a day up to today");
    const today = wallDay(nowMs, timeZone);
    if (days.from > today) return { from: future };
    if (name === undefined && instants.to <= instants.from)
      return { to: fieldText("End date should be greater than start date") };
    if (days.to > today) return { to: future };
    const lengthDays = isByDay
      ? (Date.parse(days.to) - Date.parse(days.from)) / DAY_MS + 1
      : (Date.parse(instants.to) - Date.parse(instants.from)) / DAY_MS;
    return lengthDays > maxDays ? { from: t`Choose at most ${maxDays} days` } : {};
  }
  const isRight = (of: SearchFields, nowMs: number) =>
    Object.keys(problemsOf(rangeOf(of, nowMs), nowMs)).length === 0;

  const kept = ignoresKept || hasRange ? undefined : keptTimeRange();
  const canEnter = kept && (nameIn(kept) !== undefined || isFreeIn(kept)) && isRight(kept, clockMs);
  const entering = canEnter ? JSON.stringify(kept) : undefined;
  useEffect(() => {
    if (entering !== undefined) change(JSON.parse(entering), { replace: true });
  }, [entering, change]);

  const fields = entering === undefined ? search : (kept ?? {});
  const choice = JSON.stringify([fields["range"], fields["from"], fields["to"]]);
  const nowMs = useTimeOf(choice, clockMs, isLive);
  const range = rangeOf(fields, nowMs);
  const { name, instants, days } = range;
  const problems = problemsOf(range, nowMs);
  const isWrong = Object.keys(problems).length > 0;

  function set(next: KeptTimeRange): void {
    if (isRight(next, Date.now())) keepTimeRange(next);
    change({ ...clears, ...next }, { replace: true });
  }

  return {
    /** Undefined for a free range. */
    name,
    names,
    isByDay,
    instants,
    days,
    trend: trendOf(name, instants, nowMs),
    /** The texts of From and To, in the time of the campus. */
    typed: isByDay
      ? days
      : {
          from: wallTime(Date.parse(instants.from), timeZone),
          to: wallTime(Date.parse(instants.to), timeZone),
        },
    /** The error at From or To. A screen shows no data with one. */
    problem: (end: "from" | "to") => problems[end],
    isWrong,
    choose: (next: TimeRangeName) => set({ range: next, from: undefined, to: undefined }),
    /** Chooses a free range by the texts of From and To. */
    type: (ends: { from: string; to: string }) => {
      const [from, to] = [ends.from, ends.to].map((text) =>
        isByDay ? text : instantOfWallTime(text, timeZone),
      );
      if (from && to) set({ range: nameIn(fields), from, to });
    },
    /** Chooses a free range by its instants, ms. It ends now at the latest: the last bucket of a chart ends later. */
    zoomTo: ({ fromMs, toMs }: { fromMs: number; toMs: number }) =>
      set({
        range: nameIn(fields),
        from: new Date(fromMs).toISOString(),
        to: new Date(Math.min(toMs, Date.now())).toISOString(),
      }),
    /** Goes back from a free range to the common range before it. */
    reset: () => set({ range: nameIn(fields), from: undefined, to: undefined }),
  };
}

/** The time now; unless the range is live, the time of the last choice, of the hour's begin or of the return to the tab. */
function useTimeOf(choice: string, nowMs: number, isLive: boolean): number {
  const { timeZone } = useSession().campus;
  const isHidden = useDocumentVisibility() === "hidden";
  // One minute after the hour, so that a day that begins is not empty.
  const hour = wallTime(nowMs - MINUTE_MS, timeZone).slice(0, "2026-01-05T09".length);
  const of = isHidden ? "hidden" : `${choice} ${hour}`;
  const [taken, setTaken] = useState({ of, nowMs });
  if (isLive) return nowMs;
  if (taken.of === of) return taken.nowMs;
  const next = { of, nowMs: isHidden ? taken.nowMs : nowMs };
  setTaken(next);
  return next.nowMs;
}

function trendOf(
  name: TimeRangeName | undefined,
  { from, to }: { from: string; to: string },
  nowMs: number,
): TrendRange {
  const lengthMs = name && lengthMsOf(name);
  if (lengthMs !== undefined) return { lengthMs };
  const [fromMs, toMs] = [Date.parse(from), Date.parse(to)];
  return { fromMs, toMs: name !== undefined && toMs === nowMs ? undefined : toMs };
}
