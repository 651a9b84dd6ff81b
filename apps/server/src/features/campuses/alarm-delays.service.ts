import type {
  AlarmDelays,
  saveAlarmDelays as saveAlarmDelaysRoute,
} from "@verandah/contract/campuses/alarm-delays.ts";
import { delayedAlarms } from "@verandah/equipment/alarm-delays.ts";

import { type ActorCtx, inTransaction, type Service } from "#core/ctx.ts";
import { refuseField } from "#core/refuse-field.ts";
import { recordAudit } from "#features/audit/audit.service.ts";
import { listEquipmentTypes } from "#features/equipment/equipment.service.ts";

import * as repository from "./limits.repository.ts";

/** The delays of the alarms of equipment types that are in force on the caller's campus, by type. */
export async function listAlarmDelays(ctx: ActorCtx): Promise<AlarmDelays[]> {
  const [types, rows] = await Promise.all([
    listEquipmentTypes(ctx),
    repository.listDelays(ctx.db, ctx.actor.campusId),
  ]);
  const ownOf = new Map(rows.map((row) => [row.alarm, row]));
  return delayedAlarms(types).map(({ key, type, title, onDelaySeconds, offDelaySeconds }) => {
    const own = ownOf.get(key);
    return {
      alarm: key,
      type,
      title,
      on_delay_seconds: own?.onDelaySeconds ?? onDelaySeconds,
      off_delay_seconds: own?.offDelaySeconds ?? offDelaySeconds,
      default: { on_delay_seconds: onDelaySeconds, off_delay_seconds: offDelaySeconds },
    };
  });
}

/**
 * Sets delays of alarms of equipment types on the caller's campus. A delay that is left out stays. The new length also applies to running
 * delays.
 *
 * @throws AppError `input-invalid` for an alarm that no type has, for a repeated alarm, and for an on-delay that is too long for a critical
 * alarm
 */
export const saveAlarmDelays: Service<typeof saveAlarmDelaysRoute> = (ctx, { delays }) => {
  const { campusId } = ctx.actor;
  return inTransaction(ctx, async (inner) => {
    const known = new Map((await listAlarmDelays(inner)).map((one) => [one.alarm, one]));
    const maxOf = new Map(
      delayedAlarms(await listEquipmentTypes(inner)).map(({ key, onDelayMaxSeconds }) => [
        key,
        onDelayMaxSeconds,
      ]),
    );
    const changes = delays.map(({ alarm, on_delay_seconds: on, off_delay_seconds: off }, at) => {
      const present = known.get(alarm);
      if (!present) throw refuseField("input-invalid", `delays.${at}.alarm`, { code: "value" });
      known.delete(alarm);
      const max = maxOf.get(alarm);
      if (on !== undefined && max !== undefined && on > max)
        throw refuseField("input-invalid", `delays.${at}.on_delay_seconds`, {
          code: "max",
          value: String(max),
        });
      const { on_delay_seconds, off_delay_seconds } = present;
      return {
        before: { alarm, on_delay_seconds, off_delay_seconds },
        after: {
          alarm,
          on_delay_seconds: on ?? on_delay_seconds,
          off_delay_seconds: off ?? off_delay_seconds,
        },
      };
    });
    const after = changes.map((change) => change.after);
    await repository.upsertDelays(
      inner.db,
      after.map(({ alarm, on_delay_seconds: onDelaySeconds, off_delay_seconds: offDelaySeconds }) => ({
        campusId,
        alarm,
        onDelaySeconds,
        offDelaySeconds,
      })),
    );
    await recordAudit(inner, {
      action: "save-alarm-delays",
      target: `campus:${campusId}`,
      before: { delays: changes.map(({ before }) => before) },
      after: { delays: after },
    });
    return listAlarmDelays(inner);
  });
};
