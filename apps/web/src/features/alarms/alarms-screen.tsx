import { useLingui, Plural, Trans } from "@lingui/react/macro";
import { Anchor, Box, Button, Chip, Group, Stack, Text, Checkbox, ScrollArea } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Link } from "@tanstack/react-router";
import {
  type AlarmSummary,
  getAlarmSummary,
  type AlarmGridRow,
  LOW_ALARM_FROM,
  listUnacknowledged,
} from "@verandah/contract/alarms/alarms.ts";
import { useCallback, useState } from "react";

import { useRoute } from "#data/query/use-route.ts";
import { numberText } from "#shared/format/number.ts";
import { useMomentText } from "#shared/format/use-time-text.ts";
import { useSearchState } from "#shared/search-state.ts";
import { useAlarmCountText } from "#shared/texts/use-alarm-count-text.ts";
import { useAlarmMessage } from "#shared/texts/use-alarm-message.ts";
import { Dialog } from "#shared/ui/dialogs/dialog.tsx";
import { FloatingError } from "#shared/ui/feedback/floating-error.tsx";
import { AutoGrid } from "#shared/ui/layout.tsx";
import { PageTitle } from "#shared/ui/page-title.tsx";
import { Section } from "#shared/ui/section.tsx";

import { AlarmSelection, useAlarmSelection } from "./actions/alarm-selection.tsx";
import { useAlarmBatch } from "./actions/use-alarm-batch.ts";
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

/** Lists the alarms that can be acknowledged, and acknowledges exactly the selected ones. */
function AcknowledgeAll({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const listed = useRoute(listUnacknowledged, {}, { isLoadedOnce: true });
  return (
    <Dialog centered={false} onClose={onClose} title={t`Acknowledge alarms`} size="lg">
      <Section of={listed} height={240} isPart>
        {({ rows, total }) => <Preview rows={rows} total={total} onClose={onClose} />}
      </Section>
    </Dialog>
  );
}

interface PreviewProps {
  rows: readonly AlarmGridRow[];
  total: number;
  onClose: () => void;
}

function Preview({ rows, total, onClose }: PreviewProps) {
  const { t } = useLingui();
  const batch = useAlarmBatch({ onEnd: onClose });
  const [chosen, setChosen] = useState({ critical: true, noncritical: true });
  const groups = {
    critical: rows.filter(({ alarm_code: code }) => code < LOW_ALARM_FROM),
    noncritical: rows.filter(({ alarm_code: code }) => code >= LOW_ALARM_FROM),
  };
  const names = { critical: t`Critical Alarms`, noncritical: t`NonCritical Alarms` };
  const classesShown = (["critical", "noncritical"] as const).filter((name) => groups[name].length > 0);
  const selected = classesShown.flatMap((name) => (chosen[name] ? groups[name] : []));
  const count = selected.length;
  const shownCount = rows.length;

  if (rows.length === 0) return <Text>{t`All alarms are acknowledged.`}</Text>;
  return (
    <Stack gap="sm">
      {total > shownCount && (
        <Text size="sm" c="dimmed">
          <Trans>
            The first {shownCount} of {total} alarms. Repeat this for the others.
          </Trans>
        </Text>
      )}
      <ScrollArea.Autosize
        mah="55dvh"
        viewportProps={{ tabIndex: 0, "aria-label": t`Alarms to acknowledge` }}
      >
        {classesShown.map((name) => (
          <Stack key={name} gap={4} mb="sm">
            <Checkbox
              label={`${names[name]} (${groups[name].length})`}
              fw={600}
              checked={chosen[name]}
              onChange={(event) => setChosen({ ...chosen, [name]: event.currentTarget.checked })}
            />
            <Box component="ul" pl={30} opacity={chosen[name] ? 1 : 0.6}>
              {groups[name].map((row) => (
                <PreviewRow key={row.Alarm_Id} row={row} />
              ))}
            </Box>
          </Stack>
        ))}
      </ScrollArea.Autosize>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>{t`Cancel`}</Button>
        <Button disabled={count === 0} loading={batch.isSending} onClick={() => batch.acknowledge(selected)}>
          <Plural value={count} one="Acknowledge # alarm" other="Acknowledge # alarms" />
        </Button>
      </Group>
    </Stack>
  );
}

function PreviewRow({ row }: { row: AlarmGridRow }) {
  const momentText = useMomentText();
  const messageOf = useAlarmMessage();
  return (
    <li>
      <Text span size="sm" fw={600}>
        {row.Device_name}
      </Text>{" "}
      <Text span size="sm">
        {messageOf(row)}
      </Text>{" "}
      <Text span size="xs" c="dimmed">
        {row.location} · {momentText(row.raisedAt)}
        {row.explains > 0 && (
          <>
            {" · "}
            <Plural value={row.explains} one="# related alarm" other="# related alarms" />
          </>
        )}
      </Text>
    </li>
  );
}
