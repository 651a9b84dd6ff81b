import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Box, Group, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { AlertLists } from "@verandah/contract/alarms/alarms.ts";
import type { LocationMetric, PlaceStatus } from "@verandah/contract/buildings.ts";
import type { HomeCounts } from "@verandah/contract/home.ts";
import type { ZoneCounts } from "@verandah/contract/hvac/hvac.ts";

import { useIsOld } from "#shared/age.ts";
import { useMomentText } from "#shared/format/use-time-text.ts";
import { useAlarmMessage } from "#shared/texts/use-alarm-message.ts";
import { StateIcon, useShownState } from "#shared/ui/feedback/state.tsx";

import { countsOf, factsOf, summariseStatus, zoneFaultsOf } from "../summarise-status.ts";

interface Props {
  status: PlaceStatus;
  /** The places below, to name the place of the problem. */
  places: readonly LocationMetric[];
  alerts: AlertLists | undefined;
  counts?: HomeCounts | undefined;
  /** Against their setpoints; undefined until they are loaded. */
  zones: ZoneCounts | undefined;
  hasOldZones: boolean;
  /** Alarms wait for an acknowledgement, perhaps of other buildings or returned ones. */
  hasWaiting?: boolean;
}

/** Problem, place and start in one sentence; below it the newest alarm, and what else is not as usual. */
export function StatusSummary({
  status,
  places,
  alerts,
  counts,
  hasOldZones,
  hasWaiting = false,
  ...props
}: Props) {
  const { t } = useLingui();
  const isOld = useIsOld();
  const messageOf = useAlarmMessage();
  const momentText = useMomentText();
  const { state } = status;
  const shown = useShownState()(state);
  // When all is old, it is the last known state.
  const zones = hasOldZones && !isOld ? undefined : props.zones;
  const text = summariseStatus(status, places, zones, hasWaiting);
  const hasFaults = shown === "fine" && zoneFaultsOf(places, zones).length > 0;
  const list = state === "critical" ? alerts?.system : state === "low" ? alerts?.solution : undefined;
  const alarms = list?.toSorted((a, b) => a.raisedAt.localeCompare(b.raisedAt)) ?? [];
  const oldest = alarms[0];
  const newest = alarms.at(-1);
  const since = oldest && momentText(oldest.raisedAt);
  const what = newest && `${newest.Device_name}: ${messageOf(newest)}`;
  const { noOfLow } = status;
  const facts = [
    ...(state === "critical" && noOfLow > 0
      ? [plural(noOfLow, { one: "# low alarm", other: "# low alarms" })]
      : []),
    ...factsOf(status),
    ...(counts ? countsOf(counts) : []),
  ];
  return (
    <Group
      component="p"
      m={0}
      gap={8}
      wrap="nowrap"
      fw={600}
      c="var(--state-text, inherit)"
      data-state={shown}
    >
      {hasFaults ? <IconAlertTriangle size={20} aria-hidden /> : <StateIcon state={shown} size={20} />}
      <span>
        {isOld ? t`Connection lost. Last known state: ${text}` : text}
        {since && (
          <Text span inherit fw={400}>
            {" "}
            {t`since ${since}`}
          </Text>
        )}
        {what && <Line c="var(--mantine-color-text)">{alarms.length > 1 ? t`Latest: ${what}` : what}</Line>}
        {facts.length > 0 && <Line c="dimmed">{facts.join(" · ")}</Line>}
      </span>
    </Group>
  );
}

function Line({ c, children }: { c: string; children: string }) {
  return (
    // Of the size around it, which is large on a wall.
    <Box component="span" display="block" fz="0.875em" fw={400} c={c}>
      {children}
    </Box>
  );
}
