import { getFleetMap } from "@verandah/contract/pumps/pump-map.ts";
import { getPumpStatement } from "@verandah/contract/pumps/pump-statement.ts";
import { getPump, listFleet, listPumpData, listPumps, type Pump } from "@verandah/contract/pumps/pumps.ts";
import type { SentOf } from "@verandah/contract/route.ts";

import type { Measured } from "../live/readings.ts";
import { routeQuery } from "../query/route-query.ts";

/** The user's pumps; those whose name or topic id contains a text. */
export const pumpsQuery = (search?: string) => routeQuery(listPumps, search ? { search } : {});

export type MeasuredPump = Measured<Pump>;

/** A pump's customer and days. */
export const pumpQuery = (ssid: string) => routeQuery(getPump, { ssid });

/** The statement of a pump for a month of the campus. */
export const pumpStatementQuery = (ssid: string, month: string) =>
  routeQuery(getPumpStatement, { ssid, month });

/** A page of a pump's readings. While another page loads, the rows of the last one stay. */
export const pumpDataQuery = (fields: SentOf<typeof listPumpData>) =>
  routeQuery(listPumpData, fields, {
    placeholderData: (before, query) => (query?.queryKey[1]?.ssid === fields.ssid ? before : undefined),
  });

/** A page of all pumps. While another page loads, the rows of the last one stay. */
export const fleetQuery = (fields: SentOf<typeof listFleet>) =>
  routeQuery(listFleet, fields, { placeholderData: (before) => before });

/** The pumps of an area of the map. While another area loads, the last one stays. */
export const fleetMapQuery = (area: SentOf<typeof getFleetMap>) =>
  routeQuery(getFleetMap, area, { placeholderData: (before) => before });
