import { useLingui } from "@lingui/react/macro";
import { Text } from "@mantine/core";
import { IconCalendarTime } from "@tabler/icons-react";
import { listDeviceChanges } from "@verandah/contract/schedules/schedule-days.ts";
import { getDeviceWeek } from "@verandah/contract/schedules/unit-groups.ts";

import { admits, useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";

import { useMomentText } from "../../format/use-time-text.ts";
import { usePointText } from "../../texts/use-point-text.ts";
import { SectionCard } from "../../ui/section-card.tsx";
import { Section } from "../../ui/section.tsx";
import { useWeekText } from "../use-week-text.ts";

import classes from "./equipment-list.module.css";

/** Changes that the card shows; the scheduler has all. */
const SHOWN_MAX = 6;

/** The values that schedules will write to a device in the next 48 hours. Nothing for a device without schedules. */
export function EquipmentSchedule({ ssid, deviceType }: { ssid: string; deviceType: string | undefined }) {
  const { t } = useLingui();
  const { role } = useSession();
  const momentText = useMomentText();
  const { nameOf, pointOf, valueText } = usePointText();
  const isAllowed = admits(listDeviceChanges.access, role.id);
  const changes = useRoute(listDeviceChanges, { ssid }, { keepsLast: true, enabled: isAllowed });
  const { data, error } = changes;
  if (!isAllowed || data === null || (!data && !error)) return null;
  const valueOf = (id: string, value: number | null) =>
    value === null ? t`released` : valueText(id, value, pointOf(id, deviceType)?.unit ?? "none", deviceType);
  return (
    <SectionCard title={t`Schedule, next 48 hours`}>
      {data && <WeekOf ssid={ssid} />}
      <Section of={{ ...changes, data }} isPart empty={t`No scheduled changes`}>
        {(known) => (
          <ul className={classes["list"]}>
            {known.slice(0, SHOWN_MAX).map(({ at, kind, name, param_id: id, value }) => (
              <li key={`${at}/${kind}/${name}/${id}`}>
                <IconCalendarTime size={16} aria-hidden />
                <span>
                  {nameOf(id, deviceType)}: {valueOf(id, value)}
                  <Text span size="sm" c="dimmed">
                    {" "}
                    · {kind === "default" ? t`Default schedule` : name}
                  </Text>
                </span>
                <time dateTime={at} className={classes["aside"]}>
                  {momentText(at)}
                </time>
              </li>
            ))}
          </ul>
        )}
      </Section>
    </SectionCard>
  );
}

/** The weekly times that an air handling unit follows. */
function WeekOf({ ssid }: { ssid: string }) {
  const { t } = useLingui();
  const weekText = useWeekText();
  const { data: week } = useRoute(getDeviceWeek, { ssid }, { keepsLast: true });
  if (!week || (!week.group && week.weekData.length === 0)) return null;
  const group = week.group?.name ?? "";
  return (
    <Text size="sm" mb={4}>
      {week.group ? t`Follows the group ${group}` : t`Follows the default schedule`} · {weekText(week)}
    </Text>
  );
}
