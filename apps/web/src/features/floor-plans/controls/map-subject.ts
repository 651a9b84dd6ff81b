import type { HeatMapType } from "@verandah/contract/floor-plans/floor-plans.ts";

import { searchText, useSearchState } from "#shared/search-state.ts";
import { storeMap, stored } from "#shared/stored-context.ts";

/** What the map shows: the controllers, or one measurement. Source: spec 2 §4 Map subtype. */
const mapSubjects = ["AHU", "temperature", "humidity", "aqi"] as const;
export type MapSubject = (typeof mapSubjects)[number];

const isSubject = (text: string | undefined): text is MapSubject => mapSubjects.some((one) => one === text);

/** The measurement of a subject; undefined for the controllers. */
export function heatTypeOf(subject: MapSubject): HeatMapType | undefined {
  return subject === "AHU" ? undefined : subject;
}

/** The chosen subject: that of the address, else the one remembered, else the controllers. */
export function useMapSubject(): [MapSubject, (subject: string) => void] {
  const [search, change] = useSearchState();
  const subject = [searchText(search["map"]), stored("mapSubType")].find(isSubject) ?? "AHU";
  function choose(next: string): void {
    storeMap(next);
    change({ map: next });
  }
  return [subject, choose];
}
