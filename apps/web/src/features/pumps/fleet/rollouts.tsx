import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Button, Card, Group, List, ScrollArea, Stack, Text, Title } from "@mantine/core";
import {
  type LeftPump,
  type PumpRollout,
  stopPumpRollout,
  undoPumpRollout,
  listPumpRollouts,
  previewPumpRolloutUndo,
} from "@verandah/contract/pumps/pump-rollouts.ts";
import { pumpSwitch, solarPump } from "@verandah/equipment/types/solar-pump.ts";
import { useState } from "react";

import { useChange } from "#data/query/use-change.ts";
import { useRoute } from "#data/query/use-route.ts";
import { useMomentText } from "#shared/format/use-time-text.ts";
import { usePointText } from "#shared/texts/use-point-text.ts";
import { QuestionDialog } from "#shared/ui/dialogs/question-dialog.tsx";
import { showToast } from "#shared/ui/feedback/toast.ts";
import { Panel } from "#shared/ui/layout.tsx";
import { Section } from "#shared/ui/section.tsx";

import { NewRollout } from "./new-rollout.tsx";

import classes from "../pumps.module.css";

const LIST_HEIGHT = 140;

const levels = { running: undefined, done: undefined, stopped: "alarm", undone: undefined } as const;

/** Commands for many pumps: the last ones with their waves, and a new one. */
export function Rollouts({ places }: { places: readonly string[] }) {
  const { t } = useLingui();
  const listed = useRoute(listPumpRollouts, {});
  const [isNew, setIsNew] = useState(false);
  const isRunning = listed.data?.some(({ state }) => state === "running") ?? false;
  return (
    <Card component="section" padding="sm" aria-label={t`Switch pumps in waves`}>
      <Group justify="space-between">
        <div>
          <Title order={2} size="h5">{t`Switch pumps in waves`}</Title>
          <Text size="sm" c="dimmed">
            {t`A first group, then the others. It stops by itself when too many pumps fail.`}
          </Text>
        </div>
        <Button
          variant="default"
          disabled={isRunning}
          onClick={() => setIsNew(true)}
        >{t`Switch pumps`}</Button>
      </Group>
      <Section of={listed} placeholder={false} empty={false}>
        {(rollouts) => (
          <Stack component="ul" gap={8} mt={10}>
            {rollouts.map((one) => (
              <Rollout key={one.id} one={one} />
            ))}
          </Stack>
        )}
      </Section>
      {isNew && <NewRollout places={places} onClose={() => setIsNew(false)} />}
    </Card>
  );
}

function Rollout({ one }: { one: PumpRollout }) {
  const { t } = useLingui();
  const { valueText } = usePointText();
  const momentText = useMomentText();
  const [asked, setAsked] = useState<"stop" | "undo">();
  const stop = useChange(stopPumpRollout);
  const close = () => setAsked(undefined);
  const { id, waves, state, by, stoppedBy, undoRefused, undoable } = one;
  const sum = (of: (wave: PumpRollout["waves"][number]) => number) =>
    waves.reduce((total, wave) => total + of(wave), 0);
  const sent = waves.filter(({ isSent }) => isSent).length;
  const [pumps, confirmed] = [sum((wave) => wave.pumps), sum((wave) => wave.confirmed)];
  const [failed, waiting] = [sum((wave) => wave.failed), sum((wave) => wave.waiting)];
  const states: Record<PumpRollout["state"], string> = {
    running: t`Running`,
    done: t`Done`,
    stopped: stoppedBy === null ? t`Stopped by itself` : t`Stopped by ${stoppedBy}`,
    undone: t`Undone`,
  };
  const count = plural(pumps, { one: "# pump", other: "# pumps" });
  const value = valueText(pumpSwitch.point, one.value, "none", solarPump.type);
  const place = one.place ?? t`All places`;
  const title = `${value}: ${count}, ${place}`;
  const [start, end] = [one.createdAt, one.until].map((at) => momentText(at));
  const [waveCount, unsent] = [waves.length, pumps - confirmed - failed - waiting];
  return (
    <Panel component="li" px={12} py={8}>
      <Group justify="space-between" gap="xs">
        <div>
          <Text fw={600}>
            {title}{" "}
            <span className={classes["condition"]} data-level={levels[state]}>
              {states[state]}
            </span>
          </Text>
          <Text size="sm">
            {t`Wave ${sent} of ${waveCount}: ${confirmed} confirmed, ${failed} failed, ${waiting} waiting, ${unsent} not sent`}
          </Text>
          <Text size="sm" c="dimmed">{t`${by} at ${start}, ends at ${end}`}</Text>
          {undoRefused !== null && undoRefused > 0 && (
            <Text size="sm">{t`${undoRefused} pumps were not reached by the undo: their value ends at ${end}.`}</Text>
          )}
        </div>
        <Group gap="xs">
          {state === "running" && (
            <Button size="xs" variant="default" onClick={() => setAsked("stop")}>{t`Stop`}</Button>
          )}
          {undoable > 0 && (
            <Button size="xs" variant="default" onClick={() => setAsked("undo")}>{t`Undo`}</Button>
          )}
        </Group>
      </Group>
      {asked === "stop" && (
        <QuestionDialog
          title={t`Stop: ${title}`}
          action={t`Stop`}
          call={stop}
          onConfirm={() => stop.mutate({ id }, { onSuccess: close })}
          onClose={close}
        >
          <Text>{t`No further wave is sent. The pumps that are switched stay so.`}</Text>
        </QuestionDialog>
      )}
      {asked === "undo" && <UndoDialog id={id} title={t`Undo: ${title}`} onClose={close} />}
    </Panel>
  );
}

const stayText = (count: number) =>
  plural(count, { one: "# pump stays as it is.", other: "# pumps stay as they are." });
const getText = (count: number) =>
  plural(count, {
    one: "# pump gets its earlier value again, or runs by itself if it had none.",
    other: "# pumps get their earlier value again, or run by themselves if they had none.",
  });

interface UndoProps {
  id: number;
  title: string;
  onClose: () => void;
}

/** Asks before an undo, and names the pumps that it leaves as they are. */
function UndoDialog({ id, title, onClose }: UndoProps) {
  const { t } = useLingui();
  const { data, error } = useRoute(previewPumpRolloutUndo, { id }, { isLoadedOnce: true });
  const undo = useChange(undoPumpRollout);
  const reasons: Record<LeftPump["reason"], string> = {
    "not-taken": t`did not take the value`,
    replaced: t`has a newer command`,
    ended: t`has released the value`,
    unreachable: t`is not connected`,
  };
  return (
    <QuestionDialog
      title={title}
      action={t`Undo`}
      call={{ error: undo.error ?? error, isPending: undo.isPending || (!data && !error) }}
      onConfirm={() =>
        undo.mutate(
          { id },
          {
            onSuccess: ({ pumps, left }) => {
              const text = left > 0 ? `${getText(pumps)} ${stayText(left)}` : getText(pumps);
              showToast({ kind: "success", text });
              onClose();
            },
          },
        )
      }
      onClose={onClose}
    >
      {data && (
        <>
          <Text>{getText(data.pumps)}</Text>
          {data.left > 0 && (
            <>
              <Text mt="xs">{stayText(data.left)}</Text>
              <ScrollArea.Autosize mah={LIST_HEIGHT} viewportProps={{ tabIndex: 0 }}>
                <List size="sm" withPadding>
                  {data.named.map(({ ssid, name, reason }) => (
                    <List.Item key={ssid}>
                      {name}: {reasons[reason]}
                    </List.Item>
                  ))}
                </List>
              </ScrollArea.Autosize>
            </>
          )}
        </>
      )}
    </QuestionDialog>
  );
}
