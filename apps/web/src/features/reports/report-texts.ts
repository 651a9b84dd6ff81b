import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { ReportId } from "@verandah/contract/reports/reports.ts";

/** Names of the reports; English is the contract's to the letter. Source: spec 2 §2 Reports screen. */
export const reportNames: Record<ReportId, MessageDescriptor> = {
  "ibms-logs": msg`IBMS LOGS`,
  "device-critical": msg`Device Critical Alarms`,
  "most-active-critical": msg`Most Active Critical Alarms`,
  "critical-restored": msg`Critical Alarms Restored`,
  "device-noncritical": msg`Device NonCritical Alarms`,
  "most-active-noncritical": msg`Most Active NonCritical Alarms`,
  "noncritical-restored": msg`Non-Critical Alarms Restored`,
  "user-login": msg`User Login Report`,
  "trend-log-comparision": msg`Trend Log Comparision Report`,
  "ahu-schedule-activity": msg`AHU Schedule Activity Report`,
  "activites-per-user": msg`Activites Per User Report`,
  "activites-per-server": msg`Activites Per Server Report`,
  "user-contol-details": msg`User Contol Details`,
  "acknowledged-by-user": msg`Alarms Acknowledged By User`,
  "ignored-by-user": msg`Alarms Ignored By User`,
};
