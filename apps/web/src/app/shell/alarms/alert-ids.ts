import type { AlertLists } from "@verandah/contract/alarms/alarms.ts";

/** The alarms of both lists. */
export const idsOf = ({ system, solution }: AlertLists): ReadonlySet<number> =>
  new Set([...system, ...solution].map((alert) => alert.Alarm_Id));
