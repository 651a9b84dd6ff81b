import type { ReportId } from "@verandah/contract/reports/reports.ts";

import * as alarms from "./alarm-reports.repository.ts";
import * as log from "./log-reports.repository.ts";
import type { ReportScope, ReportSource } from "./report-rows.repository.ts";
import * as users from "./user-reports.repository.ts";

/** The source of each report; the comparison of trends reads telemetry first. */
export const reportSources: Record<
  Exclude<ReportId, "trend-log-comparision">,
  (scope: ReportScope) => ReportSource
> = {
  "ibms-logs": log.ibmsLog,
  "device-critical": (scope) => alarms.deviceAlarms(scope, true),
  "most-active-critical": (scope) => alarms.mostActiveAlarms(scope, true),
  "critical-restored": (scope) => alarms.restoredAlarms(scope, true),
  "device-noncritical": (scope) => alarms.deviceAlarms(scope, false),
  "most-active-noncritical": (scope) => alarms.mostActiveAlarms(scope, false),
  "noncritical-restored": (scope) => alarms.restoredAlarms(scope, false),
  "user-login": users.logins,
  "ahu-schedule-activity": log.ahuActivity,
  "activites-per-user": (scope) => users.activities(scope, "users"),
  "activites-per-server": (scope) => users.activities(scope, "everyone"),
  "user-contol-details": log.userCommands,
  "acknowledged-by-user": alarms.acknowledgedAlarms,
  "ignored-by-user": alarms.ignoredAlarms,
};
