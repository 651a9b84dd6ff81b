import { useLingui } from "@lingui/react/macro";
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
const REFRESH_MS = 10_000;

interface Options {
  /** The range while none is chosen. */
  first: TimeRangeName;
  maxDays: number;
  /** The range has whole days. */
  isByDay?: boolean;
  /** Its end moves while it is shown. Otherwise it stays until another choice or the next day. */
  isLive?: boolean;
  /** Shows `first` although another screen has a choice, because the specification names it. */
  ignoresKept?: boolean;
  /** Fields that a change of the range removes from the address, such as the page of a grid. */
  clears?: SearchChange;
}

export type TimeRange = ReturnType<typeof useTimeRange>;

/**
 * The time range of a screen. The address has it: `range` for a common range, which stays relative, and `from` and `to` for a free one.
 * The last choice is kept in the tab, and enters the address of each screen that has none.
 */
export function useTimeRange(options: Options) {
  const { first, maxDays, isByDay = false, isLive = false, ignoresKept = false, clears } = options;
  const { t } = useLingui();
  const { timeZone } = useSession().campus;
  const [search, change] = useSearchState();
  const names: readonly TimeRangeName[] = isByDay ? dayRangeNames : timeRangeNames;
  const nameIn = ({ range }: SearchFields) => names.find((one) => one === range);
  const isChosenIn = (fields: SearchFields) =>
    nameIn(fields) !== undefined || addressedInstants(fields, 0, timeZone) !== undefined;

  const kept = ignoresKept || isChosenIn(search) ? undefined : keptTimeRange();
  const entering = kept && isChosenIn(kept) ? JSON.stringify(kept) : undefined;
  useEffect(() => {
    if (entering !== undefined) change(JSON.parse(entering), { replace: true });
  }, [entering, change]);

  const fields = entering === undefined ? search : (kept ?? {});
  const nowMs = useTimeOf(JSON.stringify([fields["range"], fields["from"], fields["to"]]), isLive);
  const chosen = nameIn(fields) ?? first;
  const free = addressedInstants(fields, nowMs, timeZone);
  const name = free ? undefined : chosen;
  const instants = free ?? instantsOf(chosen, nowMs, timeZone);
  const days = daysOf(name, instants, timeZone);
  const today = wallDay(nowMs, timeZone);

  function findProblems(): { from?: string | undefined; to?: string | undefined } {
    const future = fieldText("Choose a day up to today");
    if (days.from > today) return { from: future };
    if (instants.to <= instants.from) return { to: fieldText("End date should be greater than start date") };
    if (days.to > today) return { to: future };
    const lengthDays = isByDay
      ? (Date.parse(days.to) - Date.parse(days.from)) / DAY_MS + 1
      : (Date.parse(instants.to) - Date.parse(instants.from)) / DAY_MS;
    return lengthDays > maxDays ? { from: t`Choose at most ${maxDays} days` } : {};
  }
  const problems = findProblems();
  const isWrong = Object.keys(problems).length > 0;

  function set(next: KeptTimeRange): void {
    if (next.from === undefined || next.to === undefined || next.from <= next.to) keepTimeRange(next);
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
    /** Chooses a free range by its instants, ms. */
    zoomTo: ({ fromMs, toMs }: { fromMs: number; toMs: number }) =>
      set({
        range: nameIn(fields),
        from: new Date(fromMs).toISOString(),
        to: new Date(toMs).toISOString(),
      }),
    /** Goes back from a free range to the common range before it. */
    reset: () => set({ range: nameIn(fields), from: undefined, to: undefined }),
  };
}

/** The time now; unless the range is live, the time of the last choice, or when the day began. */
function useTimeOf(choice: string, isLive: boolean): number {
  const { timeZone } = useSession().campus;
  const nowMs = useNow(REFRESH_MS);
  const of = `${choice} ${wallDay(nowMs, timeZone)}`;
  const [taken, setTaken] = useState({ of, nowMs });
  if (isLive) return nowMs;
  if (taken.of === of) return taken.nowMs;
  setTaken({ of, nowMs });
  return nowMs;
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
