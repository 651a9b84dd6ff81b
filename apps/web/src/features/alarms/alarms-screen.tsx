import { useLingui } from "@lingui/react/macro";
import { Anchor, Box, Button, Chip, Group, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Link } from "@tanstack/react-router";
import { type AlarmSummary, getAlarmSummary } from "@verandah/contract/alarms/alarms.ts";
import { useCallback, useState } from "react";

import { useRoute } from "#data/query/use-route.ts";
import { numberText } from "#shared/format/number.ts";
import { useSearchState } from "#shared/search-state.ts";
import { useAlarmCountText } from "#shared/texts/use-alarm-count-text.ts";
import { FloatingError } from "#shared/ui/feedback/floating-error.tsx";
import { AutoGrid } from "#shared/ui/layout.tsx";
import { PageTitle } from "#shared/ui/page-title.tsx";

import { AcknowledgeAll } from "./actions/acknowledge-all.tsx";
import { AlarmSelection, useAlarmSelection } from "./actions/alarm-selection.tsx";
import { useCanAct } from "./alarm-cells.tsx";
import { AlarmGrid, type ShownAlarms } from "./alarm-grid.tsx";

const choices = ["unacknowledged", "returned", "ignored"] as const;

export function AlarmsScreen() {
  const { t } = useLingui();
  const countText = useAlarmCountText();
  const [search, change] = useSearchState();
  const only = choices.find((choice) => choice === search["only"]);
  const { data: summary } = useRoute(getAlarmSummary, {});
  const [isAcknowledging, { open, close }] = useDisclosure(false);
  const canAct = useCanAct();

  return (
    <Stack gap={14}>
      <Group justify="space-between" gap="xs">
        <Box flex="1 1 260px">
          <PageTitle>{t`Alarms`}</PageTitle>
          <Text size="sm" mih="2lh">
            {summary && countText(summary)}
          </Text>
          {!canAct && (
            <Text size="sm" c="dimmed">
              {t`Your role can see alarms; operators acknowledge and ignore them.`}
            </Text>
          )}
        </Box>
        <Group gap="sm" ml="auto">
          <Anchor component={Link} to="/admin/alerts" size="sm">{t`System and solution alerts`}</Anchor>
          {canAct && <Button size="xs" variant="light" onClick={open}>{t`Acknowledge all…`}</Button>}
          <AlarmChips
            only={only}
            summary={summary}
            onChange={(next) =>
              change({ only: next, "critical.page": undefined, "noncritical.page": undefined })
            }
          />
        </Group>
      </Group>
      <AlarmGrids only={only} canAct={canAct} />
      {isAcknowledging && <AcknowledgeAll onClose={close} />}
    </Stack>
  );
}

interface ChipsProps {
  only: ShownAlarms | undefined;
  /** Undefined until the first answer. */
  summary: AlarmSummary | undefined;
  onChange: (only: ShownAlarms | undefined) => void;
}

/** At most one is chosen; without one the grids have all alarms that need attention. */
function AlarmChips({ only, summary, onChange }: ChipsProps) {
  const { t } = useLingui();
  const countOf = (name: "unacknowledged" | "returned" | "shelved") =>
    summary ? numberText(summary[name]) : "–";
  const [unacknowledged, returned, ignored] = [
    countOf("unacknowledged"),
    countOf("returned"),
    countOf("shelved"),
  ];
  const labels = {
    unacknowledged: t`Unacknowledged (${unacknowledged})`,
    returned: t`Returned (${returned})`,
    ignored: t`Ignored (${ignored})`,
  };
  return (
    <Group gap={6} role="group" aria-label={t`Which alarms`}>
      {choices.map((choice) => (
        <Chip
          key={choice}
          size="sm"
          variant="outline"
          checked={only === choice}
          onChange={(isChosen) => onChange(isChosen ? choice : undefined)}
        >
          {labels[choice]}
        </Chip>
      ))}
    </Group>
  );
}

function AlarmGrids({ only, canAct }: { only: ShownAlarms | undefined; canAct: boolean }) {
  const selection = useAlarmSelection(only);
  const [failure, setFailure] = useState<string>();
  const closeFailure = useCallback(() => setFailure(undefined), []);
  const shared = { only, selection: canAct ? selection.rows : undefined, onError: setFailure };
  return (
    <>
      <FloatingError text={failure} onClose={closeFailure} />
      <AlarmSelection selection={selection}>
        <AutoGrid min={980} gap={20} isFit>
          <AlarmGrid alarmClass="critical" {...shared} />
          <AlarmGrid alarmClass="noncritical" {...shared} />
        </AutoGrid>
      </AlarmSelection>
    </>
  );
}
