import { keepPreviousData } from "@tanstack/react-query";
import { getUtilisation } from "@verandah/contract/bookings/utilisation.ts";
import type { SentOf } from "@verandah/contract/route.ts";

import { routeQuery } from "../query/route-query.ts";

/** How much the spaces of a place were booked and used. */
export const utilisationQuery = (asked: SentOf<typeof getUtilisation>) =>
  routeQuery(getUtilisation, asked, { placeholderData: keepPreviousData });
