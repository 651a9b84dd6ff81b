import { addDays } from "@verandah/time/wall-clock.ts";

import { useSession } from "#data/query/session.ts";
import { searchText, useSearchState } from "#shared/search-state.ts";
import { useToday } from "#shared/use-now.ts";

const DAYS_OF_WEEK = 7;

const monthStart = (day: string) => `${day.slice(0, 7)}-01`;

export interface EnergyPeriod {
  /** A building or a floor. */
  readonly id: number;
  readonly from: string;
  readonly to: string;
}

/** The place and the days of the address; without them, the building and this month. */
export function useEnergyPeriod() {
  const { building, campus } = useSession();
  const [search, change] = useSearchState();
  const today = useToday(campus.timeZone);
  const lastMonthEnd = addDays(monthStart(today), -1);
  const period: EnergyPeriod = {
    id: Number(searchText(search["place"]) ?? building.id),
    from: searchText(search["from"]) ?? monthStart(today),
    to: searchText(search["to"]) ?? today,
  };
  const presets = {
    month: { from: undefined, to: undefined },
    lastMonth: { from: monthStart(lastMonthEnd), to: lastMonthEnd },
    week: { from: addDays(today, 1 - DAYS_OF_WEEK), to: today },
  };
  return { period, today, presets, isBuilding: period.id === building.id, change };
}
