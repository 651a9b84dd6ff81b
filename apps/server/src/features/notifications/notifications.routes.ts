import * as contract from "@verandah/contract/notifications/notifications.ts";
import type { FastifyInstance } from "fastify";

import { mount } from "#core/mount.ts";

import { getNotificationSettings, saveNotificationSettings } from "./notifications.service.ts";

export function notificationRoutes(app: FastifyInstance): void {
  mount(app, contract.getNotificationSettings, getNotificationSettings);
  mount(app, contract.saveNotificationSettings, saveNotificationSettings);
}
