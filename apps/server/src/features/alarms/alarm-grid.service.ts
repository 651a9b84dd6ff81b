import { ALARM_BATCH_MAX } from "@verandah/contract/alarms/alarm-actions.ts";
import type * as contract from "@verandah/contract/alarms/alarms.ts";
import type { Language } from "@verandah/contract/language.ts";
import { TOTAL_COUNTED_MAX } from "@verandah/contract/paging.ts";
import { roles } from "@verandah/contract/roles.ts";
import { alarmTextsWith } from "@verandah/equipment/alarm-texts.ts";

import type { ActorCtx, Service } from "#core/ctx.ts";
import { getLocationRow, getTimeZone, listAlarmPlaces } from "#features/campuses/campuses.service.ts";

import { countAlarmsOf, findPage, listUnacknowledgedIds } from "./alarm-grid.repository.ts";
import { listGridRows } from "./alarms.service.ts";

const customerIdOf = ({ actor }: ActorCtx) =>
  actor.roleId === roles.pumpCustomer ? actor.userId : undefined;

/** A page of the alarms screen. @throws AppError `not-found` for a location outside the caller's campus */
export const listAlarmGrid: Service<typeof contract.listAlarmGrid> = async (ctx, input) => {
  const { campusId } = ctx.actor;
  const location = input.location === undefined ? undefined : await getLocationRow(ctx, input.location);
  const locationIds = location && (await listAlarmPlaces(ctx, location));
  const { ids, counted } = await findPage(ctx.db, {
    campusId,
    customerId: customerIdOf(ctx),
    timeZone: await getTimeZone(ctx),
    isCritical: input.class === "critical",
    only: input.only,
    locationIds,
    filters: {
      ...(input["filter.Device_name"] && { Device_name: input["filter.Device_name"] }),
      ...(input["filter.date"] && { date: input["filter.date"] }),
      ...(input["filter.time"] && { time: input["filter.time"] }),
      ...(input["filter.Message"] && { Message: input["filter.Message"] }),
    },
    textNames: textsWith(input.language, input["filter.Message"]),
    sort: input.sort,
    order: input.order,
    offset: (input.page - 1) * input.rows,
    limit: input.rows,
    countedMax: TOTAL_COUNTED_MAX,
  });
  return {
    rows: await listGridRows(ctx, ids),
    total: Math.min(counted, TOTAL_COUNTED_MAX),
    isTotalExact: counted <= TOTAL_COUNTED_MAX,
  };
};

/** The counts of bell, tab title and alarms screen for the caller. */
export async function getAlarmSummary(ctx: ActorCtx): Promise<contract.AlarmSummary> {
  const { critical, noncritical, ...others } = await countAlarmsOf(ctx.db, {
    campusId: ctx.actor.campusId,
    customerId: customerIdOf(ctx),
  });
  return { active: { critical, noncritical }, ...others };
}

/** The alarms that the caller can acknowledge at once. */
export const listUnacknowledged: Service<typeof contract.listUnacknowledged> = async (ctx) => {
  const scope = { campusId: ctx.actor.campusId, customerId: undefined };
  const { unacknowledged } = await countAlarmsOf(ctx.db, scope);
  const ids = await listUnacknowledgedIds(ctx.db, scope, ALARM_BATCH_MAX);
  return { rows: await listGridRows(ctx, ids), total: unacknowledged };
};

/** The message is stored in English. */
const textsWith = (language: Language, words: string | undefined) =>
  language === "en" || !words ? [] : alarmTextsWith(language, words);
