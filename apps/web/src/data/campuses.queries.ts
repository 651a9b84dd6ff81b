import { getCampusTree } from "@verandah/contract/campuses.ts";

import { routeQuery } from "./route-query.ts";

/** A campus with its buildings, floors, zones and areas. */
export const campusTreeQuery = (campusId: number) => routeQuery(getCampusTree, { id: campusId });
