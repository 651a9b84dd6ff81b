import { useQueryClient } from "@tanstack/react-query";
import {
  getNotificationSettings,
  saveNotificationSettings,
} from "@verandah/contract/notifications/notifications.ts";
import type { SentOf } from "@verandah/contract/route.ts";

import { call } from "#shared/call.ts";

import { routeQuery } from "./query/route-query.ts";
import { useChange } from "./query/use-change.ts";

/** The user's notification settings. */
export const notificationSettingsQuery = routeQuery(getNotificationSettings, {}, { staleTime: 5 * 60_000 });

export function useSaveNotificationSettings() {
  const queryClient = useQueryClient();
  return useChange({
    mutationFn: (settings: SentOf<typeof saveNotificationSettings>) =>
      call(saveNotificationSettings, settings),
    onSuccess: (saved) => queryClient.setQueryData(notificationSettingsQuery.queryKey, saved),
  });
}
