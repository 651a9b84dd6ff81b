import { z } from "zod";

import { buildingStaff } from "../roles.ts";
import { route } from "../route.ts";
import { type NotificationSettings, notificationSettings } from "./notification-forms.ts";

/** Defaults: toasts for critical alarms, and no e-mail. */
export const defaultNotificationSettings: NotificationSettings = {
  by_mail: "none",
  in_browser: "critical",
  floor_ids: null,
  digest_minutes: 15,
  language: "en",
};

/** `email`: the address for e-mails; null when the account has none, and none are sent. */
const reply = notificationSettings.extend({ email: z.string().nullable() });

export const getNotificationSettings = route({
  path: "/v1/notifications/settings",
  summary: "The caller's notification settings",
  access: buildingStaff,
  topics: ["settings", "places"],
  input: z.object({}),
  reply,
});

export const saveNotificationSettings = route({
  path: "/v1/notifications/settings",
  summary: "Sets the caller's notification settings",
  access: buildingStaff,
  changes: ["settings"],
  input: notificationSettings,
  sample: { by_mail: "none", in_browser: "all", floor_ids: null, digest_minutes: 5 },
  reply,
});
