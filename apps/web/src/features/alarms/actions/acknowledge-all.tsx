import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Box, Button, Checkbox, Group, ScrollArea, Stack, Text } from "@mantine/core";
import { type AlarmGridRow, LOW_ALARM_FROM, listUnacknowledged } from "@verandah/contract/alarms/alarms.ts";
import { useState } from "react";

import { useRoute } from "#data/query/use-route.ts";
import { useMomentText } from "#shared/format/use-time-text.ts";
import { useAlarmMessage } from "#shared/texts/use-alarm-message.ts";
import { Dialog } from "#shared/ui/dialogs/dialog.tsx";
import { Section } from "#shared/ui/section.tsx";

import { useAlarmBatch } from "./use-alarm-batch.ts";

/** Lists the alarms that can be acknowledged, and acknowledges exactly the selected ones. */
export function AcknowledgeAll({ onClose }: { onClose: () => void }) {
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
