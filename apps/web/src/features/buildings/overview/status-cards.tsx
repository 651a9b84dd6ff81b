import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Group, Skeleton, Stack, Text, Title, VisuallyHidden } from "@mantine/core";
import { IconAlertTriangleFilled, IconCircleCheckFilled } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { SubsystemStatus } from "@verandah/contract/buildings.ts";
import { builtInTypes } from "@verandah/equipment/catalogue.ts";

import { useIsOld } from "#shared/age.ts";
import { EquipmentIcon } from "#shared/equipment/equipment-icon.tsx";
import { numberText } from "#shared/format/number.ts";
import { useMomentText } from "#shared/format/use-time-text.ts";
import { useAlarmMessage } from "#shared/texts/use-alarm-message.ts";
import { AlarmLink } from "#shared/ui/alarm-link.tsx";
import { FactList } from "#shared/ui/fact-list.tsx";
import { StateText } from "#shared/ui/feedback/state-text.tsx";
import { StateIcon, useShownState, useStateText } from "#shared/ui/feedback/state.tsx";
import { AutoGrid, Panel } from "#shared/ui/layout.tsx";

import { factsOf } from "../summarise-status.ts";
import { useSystemNames } from "./use-system-names.ts";

import classes from "./status-cards.module.css";

type Side = SubsystemStatus["network"];

const ids = ["hvac", "chiller", "lighting", "ups", "energy"] as const;
/** A card has the icon of its first type. */
const typeOf = (id: SubsystemStatus["id"]) =>
  builtInTypes.find(({ subsystem }) => subsystem === id)?.type ?? "";

interface Props {
  /** Undefined while they load. */
  statuses: readonly SubsystemStatus[] | undefined;
  /** They could not be loaded. */
  isFailed: boolean;
}

/** One card for each of the building's systems. Source: spec 2 §2 Building overview. */
export function StatusCards({ statuses, isFailed }: Props) {
  const { t } = useLingui();
  const stateText = useStateText();
  const shown = useShownState();
  const names = useSystemNames();
  return (
    <AutoGrid component="section" aria-label={t`Systems`} min={190} isFit>
      {ids.map((id) => {
        const status = statuses?.find((candidate) => candidate.id === id);
        const state = shown(status?.state ?? "unknown");
        const side = (of: Side | undefined) =>
          !statuses && !isFailed ? (
            <Skeleton width={48} height={14} my={6} ml="auto" />
          ) : (
            <SideState side={of} />
          );
        return (
          <Panel
            key={id}
            component="article"
            className={classes["card"]}
            data-state={state}
            aria-label={names[id]}
          >
            <div className={classes["head"]}>
              <Group gap={8} wrap="nowrap">
                <EquipmentIcon type={typeOf(id)} size={18} />
                <Title order={2} fz="sm" fw={650} lh="inherit">
                  {names[id]}
                </Title>
              </Group>
              <Since status={status} />
              <span className={classes["state"]} data-state={state}>
                {state !== "fine" && <StateIcon state={state} isColored />}
                <VisuallyHidden>{stateText(state)}</VisuallyHidden>
              </span>
            </div>
            <FactList
              fz={13}
              lh="22px"
              style={{ rowGap: 2 }}
              facts={[
                [t`Network Status`, side(status?.network)],
                [t`Field Device Status`, side(status?.fieldDevices)],
              ]}
            />
            {status && <CardAlarms status={status} />}
          </Panel>
        );
      })}
    </AutoGrid>
  );
}

/** The number of alarms of a system with the worst message; otherwise why its state is unknown. */
function CardAlarms({ status }: { status: SubsystemStatus }) {
  const messageOf = useAlarmMessage();
  const { alarm, noOfCritical, noOfLow } = status;
  const worst = noOfCritical > 0 ? "var(--text-critical)" : "var(--text-low)";
  const ink = useIsOld() ? "dimmed" : worst;
  const facts = status.noOfDevices === 0 ? [] : factsOf(status);
  const counts = [
    noOfCritical > 0 && plural(noOfCritical, { one: "# critical alarm", other: "# critical alarms" }),
    noOfLow > 0 && plural(noOfLow, { one: "# low alarm", other: "# low alarms" }),
  ].filter((text) => text !== false);
  if (counts.length === 0 && !alarm && facts.length === 0) return null;
  // The links are high enough for a finger. Source: WCAG 2.2, 2.5.8.
  return (
    <Stack gap={1} mt={4} fz={12} lh={1.35} className={classes["alarms"] ?? ""}>
      {counts.length > 0 && (
        <Text component={Link} to="/admin/eventsviewer" inherit mih="var(--target)" fw={650} c={ink}>
          {counts.join(" · ")}
        </Text>
      )}
      {alarm && (
        <Text component={AlarmLink} alarmId={alarm.Alarm_Id} inherit mih="var(--target)" lineClamp={2}>
          {alarm.Device_name}: {messageOf(alarm)}
        </Text>
      )}
      {facts.length > 0 && (
        <Text span inherit c="dimmed">
          {facts.join(" · ")}
        </Text>
      )}
    </Stack>
  );
}

function SideState({ side }: { side: Side | undefined }) {
  const { t } = useLingui();
  if (useIsOld() || !side || side.state === "none")
    return (
      <Text span inherit c="dimmed">
        {t`No data`}
      </Text>
    );
  if (side.state === "ok")
    return (
      <StateText c="dimmed">
        <IconCircleCheckFilled size={16} aria-hidden />
        {t({ message: "OK", comment: "A system without warnings" })}
      </StateText>
    );
  const { total } = side;
  const warnings = numberText(side.warnings);
  return (
    <StateText c="var(--text-low)" title={t`${warnings} of ${total}`}>
      <IconAlertTriangleFilled size={16} aria-hidden />
      <VisuallyHidden>{t`Warnings`}</VisuallyHidden>
      {warnings}
    </StateText>
  );
}

/** Start of a system's oldest warning. */
function Since({ status }: { status: SubsystemStatus | undefined }) {
  const { t } = useLingui();
  const momentText = useMomentText();
  const oldest = [status?.network.since, status?.fieldDevices.since].flatMap((at) => at ?? []).toSorted()[0];
  if (useIsOld() || !oldest) return null;
  const since = momentText(oldest);
  return (
    <Text span ml="auto" fz={12} c="dimmed" style={{ order: 1, whiteSpace: "nowrap" }}>
      {t`since ${since}`}
    </Text>
  );
}
