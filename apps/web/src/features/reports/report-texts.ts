import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { ReportId } from "@verandah/contract/reports.ts";

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

/** Headers of the columns; English is the contract's to the letter. Source: spec 2 §3 Report rows. */
export const columnNames: Record<string, MessageDescriptor> = {
  DeviceName: msg`DeviceName`,
  Date: msg`Date`,
  Time: msg`Time`,
  Category: msg`Category`,
  Criticality: msg`Criticality`,
  Key: msg`Key`,
  Value: msg`Value`,
  Unit: msg`Unit`,
  username: msg`username`,
  LoginDate: msg`LoginDate`,
  ActiveTime: msg`ActiveTime`,
  Server: msg`Server`,
  State: msg`State`,
  ReadBack: msg`ReadBack`,
  Reason: msg`Reason`,
  triggered_date: msg`triggered_date`,
  triggered_time: msg`triggered_time`,
  measured_date: msg`measured_date`,
  measured_time: msg`measured_time`,
};
