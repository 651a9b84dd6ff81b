import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Box, Group, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { getSinceEvening, type SinceEvening } from "@verandah/contract/home.ts";
import { listOccurrences } from "@verandah/contract/schedules/schedule-days.ts";
import type { ReactNode } from "react";

import { admits, useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";
import { useIsOld } from "#shared/age.ts";
import { useMomentText } from "#shared/format/use-time-text.ts";
import { Loading } from "#shared/ui/feedback/loading.tsx";
import { Panel } from "#shared/ui/layout.tsx";
import { OffHours } from "#shared/ui/off-hours.tsx";
import { Section } from "#shared/ui/section.tsx";

/** What happened in a building since the evening, in one line; each part leads to its list. */
export function SinceEveningLine({ buildingId }: { buildingId: number }) {
  const { role } = useSession();
  const isAdmitted = admits(getSinceEvening.access, role.id);
  const happened = useRoute(getSinceEvening, { id: buildingId }, { enabled: isAdmitted });
  if (!isAdmitted) return null;
  return (
    <Section
      of={happened}
      isPart
      // Its parts are below each other on a phone.
      placeholder={
        <Box h={{ base: 92, xs: 40 }}>
          <Loading height="100%" />
        </Box>
      }
    >
      {(data) => <Line {...data} />}
    </Section>
  );
}

function Line({ since, alarms, commands, schedules }: SinceEvening) {
  const { t } = useLingui();
  const { role } = useSession();
  const moment = useMomentText()(since);
  const title = t({ message: `Since ${moment}`, comment: "What happened since the evening" });
  const { critical, low, active } = alarms;
  const came = [
    critical > 0 && t`${critical} critical`,
    low > 0 && t`${low} low`,
    critical + low > 0 && t`${active} still active`,
  ].filter(Boolean);
  const isOld = useIsOld();
  const { sent, failed } = commands;
  const { done, missed } = schedules;
  return (
    <Panel component="section" py={8} fz="sm" c={isOld ? "dimmed" : "inherit"} aria-label={title}>
      <Group gap="4px 24px" align="baseline">
        <Title order={2} fz="inherit" fw={600} lh="inherit">
          {title}
          {isOld && ` · ${t`Not up to date`}`}
        </Title>
        <Group component="ul" gap="4px 24px">
          <Part name={t`Alarms`} isUsual={came.length === 0}>
            <Link to="/admin/reportsviewer" search={{ from: since }} style={PLAIN}>
              {came.length > 0 ? came.join(" · ") : t`None`}
            </Link>
          </Part>
          <Part name={t`Commands of users`} isUsual={failed === 0}>
            <Link
              to="/admin/reportsviewer"
              search={{ report: "user-contol-details", from: since }}
              style={PLAIN}
            >
              {sent === 0
                ? t`None`
                : failed > 0
                  ? t`${failed} of ${sent} failed`
                  : t`${sent} sent, none failed`}
            </Link>
          </Part>
          <Part name={t`Schedules`} isUsual={missed === 0}>
            {admits(listOccurrences.access, role.id) ? (
              <Link to="/admin/schedule" style={PLAIN}>
                {ran()}
              </Link>
            ) : (
              ran()
            )}
          </Part>
        </Group>
        <OffHours />
      </Group>
    </Panel>
  );

  function ran(): string {
    if (done + missed === 0) return t`None`;
    const text = plural(done, { one: "# action done", other: "# actions done" });
    return missed > 0 ? t`${text}, ${missed} missed` : text;
  }
}

const PLAIN = { color: "inherit" };

interface PartProps {
  name: string;
  isUsual: boolean;
  children: ReactNode;
}

function Part({ name, isUsual, children }: PartProps) {
  return (
    <Text component="li" inherit fw={isUsual ? 400 : 600}>
      <Text span inherit fw={400} c="dimmed" mr={4}>
        {name}
      </Text>{" "}
      {children}
    </Text>
  );
}
