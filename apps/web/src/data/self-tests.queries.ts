import { deleteSelfTest, listSelfTests, planSelfTest } from "@verandah/contract/self-tests.ts";

import { routeQuery, useRouteMutation } from "./query/route-query.ts";

/** A floor, whose emergency lights are tested, or a UPS. */
export type Tested = { floor: number } | { ssid: string };

export const selfTestsQuery = (of: Tested) => routeQuery(listSelfTests, of);

export const usePlanTest = () => useRouteMutation(planSelfTest);
export const useDeleteTest = () => useRouteMutation(deleteSelfTest);
