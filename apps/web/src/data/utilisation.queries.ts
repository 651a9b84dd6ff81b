import { keepPreviousData } from "@tanstack/react-query";
import type { SentOf } from "@verandah/contract/route.ts";
import { getUtilisation } from "@verandah/contract/utilisation.ts";

import { routeQuery } from "./route-query.ts";

/** How much the spaces of a place were booked and used. */
export const utilisationQuery = (asked: SentOf<typeof getUtilisation>) =>
  routeQuery(getUtilisation, asked, { placeholderData: keepPreviousData });
