import { Trans, useLingui } from "@lingui/react/macro";
import { Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";

import { alertsQuery } from "#shared/alerts.ts";
import { errorText } from "#shared/error-text.ts";
import { momentText } from "#shared/format/time.ts";
import { useSession } from "#shared/session.ts";
import { ErrorBanner } from "#shared/ui/error-banner.tsx";
import { StateIcon } from "#shared/ui/state.tsx";
import { useAlarmMessage } from "#shared/use-alarm-message.ts";

import classes from "./pump-card.module.css";

/** The active alarms of the user's own pumps, critical ones first. */
export function PumpAlarms({ nowMs }: { nowMs: number }) {
  const { t } = useLingui();
  const { building, campus } = useSession();
  const messageOf = useAlarmMessage();
  const { data, error } = useQuery(alertsQuery(building.id));
  if (error) return <ErrorBanner text={errorText(error)} />;
  const alarms = [
    ...(data?.system ?? []).map((alarm) => ({ alarm, state: "critical" as const })),
    ...(data?.solution ?? []).map((alarm) => ({ alarm, state: "low" as const })),
  ];
  if (alarms.length === 0) return null;
  return (
    <section aria-label={t`Alarms`}>
      <ul className={classes["alarms"]}>
        {alarms.map(({ alarm, state }) => {
          const since = momentText(alarm.raisedAt, nowMs, campus.timeZone);
          return (
            <li key={alarm.Alarm_Id}>
              <Group gap={8} wrap="nowrap" align="flex-start">
                <StateIcon state={state} size={20} />
                <Text size="lg">
                  {alarm.Device_name}: {messageOf(alarm)} <Trans>since {since}</Trans>
                </Text>
              </Group>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
