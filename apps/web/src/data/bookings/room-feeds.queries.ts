import { endRoomFeed, listRoomFeeds, renewRoomFeed } from "@verandah/contract/bookings/room-feeds.ts";

import { routeQuery, useRouteMutation } from "../query/route-query.ts";

export const roomFeedsQuery = () => routeQuery(listRoomFeeds, {});

export const useRenewRoomFeed = () => useRouteMutation(renewRoomFeed);
export const useEndRoomFeed = () => useRouteMutation(endRoomFeed);
