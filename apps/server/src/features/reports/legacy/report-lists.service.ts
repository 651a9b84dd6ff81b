import { NEWAPIS_ROWS_MAX } from "@verandah/contract/legacy/newapis.ts";
import * as contract from "@verandah/contract/legacy/report-lists.ts";
import type { InputOf } from "@verandah/contract/route.ts";
import type { ZodType } from "zod";

import type { ActorCtx } from "#core/ctx.ts";

import { listRows, type ReportRow } from "../report-rows.repository.ts";
import { reportSources } from "../report-sources.ts";
import { scopeOf } from "../reports.service.ts";
import { toTextRows } from "../texts/text-rows.ts";

/** Joins date and time, because the lists have both in one field. */
function joinTimes(row: ReportRow): ReportRow {
  const { triggered_date: triggered, measured_date: measured } = row;
  if (triggered === undefined || measured === undefined) return row;
  return {
    ...row,
    triggered_time: `${triggered} ${row["triggered_time"]}`,
    measured_time: `${measured} ${row["measured_time"]}`,
  };
}

/** A service that returns a report's newest rows, with the columns of the route. */
function newestOf<T>(
  route: { readonly reply: ZodType<T> },
  report: keyof typeof reportSources,
): (ctx: ActorCtx, input: InputOf<typeof contract.listDeviceCritical>) => Promise<T> {
  return async (ctx, input) => {
    const source = reportSources[report](await scopeOf(ctx, input));
    const rows = await listRows(ctx.db, source, Object.keys(source.columns), {
      order: { sort: "Date", order: "desc" },
      offset: 0,
      limit: NEWAPIS_ROWS_MAX,
    });
    return route.reply.parse(toTextRows(source, rows).map(joinTimes));
  };
}

export const getIbmsEvents = newestOf(contract.getIbmsEvents, "ibms-logs");
export const listDeviceCritical = newestOf(contract.listDeviceCritical, "device-critical");
export const listActiveAlarm = newestOf(contract.listActiveAlarm, "most-active-critical");
export const listCriticalRestored = newestOf(contract.listCriticalRestored, "critical-restored");
export const listDeviceNonCritical = newestOf(contract.listDeviceNonCritical, "device-noncritical");
export const listNonCriticalAlarm = newestOf(contract.listNonCriticalAlarm, "most-active-noncritical");
export const listNonCriticalRestored = newestOf(contract.listNonCriticalRestored, "noncritical-restored");
export const listUserControlDetails = newestOf(contract.listUserControlDetails, "user-contol-details");
export const listAcknowledgedByUser = newestOf(contract.listAcknowledgedByUser, "acknowledged-by-user");
export const listIgnoredByUser = newestOf(contract.listIgnoredByUser, "ignored-by-user");
export const listLoginDetails = newestOf(contract.listLoginDetails, "user-login");
