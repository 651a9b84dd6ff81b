import { useLingui } from "@lingui/react/macro";
import { IconBulb, IconSnowflake } from "@tabler/icons-react";
import { SCHEDULE_TYPE, type ScheduleType } from "@verandah/contract/schedules/schedules.ts";

/** The schedules of a screen: those of the air handling, or all with lighting. */
export type ScheduleScope = "air" | "all";

/** The name of a schedule's type. */
export function useScheduleTypeText() {
  const { t } = useLingui();
  return (type: ScheduleType) =>
    type === SCHEDULE_TYPE.lighting ? t`Lighting control` : t`Personal cooling`;
}

export function TypeIcon({ type, size = 12 }: { type: ScheduleType; size?: number }) {
  const Icon = type === SCHEDULE_TYPE.lighting ? IconBulb : IconSnowflake;
  return <Icon size={size} aria-hidden />;
}
