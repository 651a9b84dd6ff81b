import { plural } from "@lingui/core/macro";
import { Plural, useLingui } from "@lingui/react/macro";
import { Button, Group, Kbd, Paper, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { ALARM_BATCH_MAX } from "@verandah/contract/alarms/alarm-actions.ts";
import { LOW_ALARM_FROM } from "@verandah/contract/alarms/alarms.ts";
import { type ReactNode, useCallback, useEffect, useEffectEvent, useRef, useState } from "react";

import { QuestionDialog } from "#shared/ui/dialogs/question-dialog.tsx";

import { IgnorePopover } from "./ignore-button.tsx";
import type { ActedAlarm } from "./use-alarm-actions.ts";
import { type ShelvedAlarm, useAlarmBatch } from "./use-alarm-batch.ts";

import classes from "../alarm-grid.module.css";

type SelectedAlarm = ActedAlarm & ShelvedAlarm;

const none: ReadonlyMap<number, SelectedAlarm> = new Map();

/** The alarms that a user has selected, on any page of any grid of a screen. `view` names the chosen alarms: others begin without a selection. */
export function useAlarmSelection(view = "") {
  const { t } = useLingui();
  const [state, setState] = useState({ view, selected: none });
  const [batches, setBatches] = useState(0);
  /** Replaces selected alarms by their present rows. */
  const refresh = useCallback(
    (alarms: readonly SelectedAlarm[]) =>
      setState((before) => {
        const changed = alarms.filter((alarm) => {
          const selected = before.selected.get(alarm.Alarm_Id);
          return selected && selected !== alarm;
        });
        if (changed.length === 0) return before;
        const next = new Map(before.selected);
        for (const alarm of changed) next.set(alarm.Alarm_Id, alarm);
        return { ...before, selected: next };
      }),
    [],
  );
  const selectedOf = (one: typeof state) => (one.view === view ? one.selected : none);
  const selected = selectedOf(state);
  return {
    alarms: [...selected.values()],
    clear: () => setState({ view, selected: none }),
    /** After a batch: its alarms are no longer selected; those selected meanwhile stay. */
    endBatch: (ids: readonly number[]) => {
      setBatches((before) => before + 1);
      setState((before) => {
        const left = new Map(before.selected);
        for (const id of ids) left.delete(id);
        return { ...before, selected: left };
      });
    },
    /** Of a grid. */
    rows: {
      /** How many batches have ended: what a grid knows of its rows from earlier actions may be wrong after one. */
      batches,
      has: ({ Alarm_Id }: SelectedAlarm) => selected.has(Alarm_Id),
      select: (alarms: readonly SelectedAlarm[], isSelected: boolean) =>
        setState((before) => {
          const next = new Map(selectedOf(before));
          for (const alarm of alarms) {
            if (isSelected) next.set(alarm.Alarm_Id, alarm);
            else next.delete(alarm.Alarm_Id);
          }
          return { view, selected: next };
        }),
      refresh,
      labelOf: ({ Device_name: device }: SelectedAlarm) => t`Select the alarm of ${device}`,
    },
  };
}

export type AlarmSelectionRows = ReturnType<typeof useAlarmSelection>["rows"];

interface Props {
  selection: ReturnType<typeof useAlarmSelection>;
  /** The grids. */
  children: ReactNode;
}

/** Grids whose rows can be selected, and below them a bar with the actions of the selected alarms. */
export function AlarmSelection({ selection, children }: Props) {
  const grids = useRef<HTMLDivElement>(null);
  return (
    <>
      <div ref={grids} tabIndex={-1} style={{ outline: "none" }}>
        {children}
      </div>
      {selection.alarms.length > 0 && (
        <SelectionBar
          selection={selection}
          // Its button with the focus disappears with it.
          onGone={() => {
            if (document.activeElement === document.body) grids.current?.focus({ preventScroll: true });
          }}
        />
      )}
    </>
  );
}

function SelectionBar({ selection, onGone }: { selection: Props["selection"]; onGone: () => void }) {
  const { t } = useLingui();
  const { alarms } = selection;
  const batch = useAlarmBatch({ onChanged: selection.endBatch });
  const [isAsking, { open, close }] = useDisclosure(false);
  const gone = useEffectEvent(onGone);
  useEffect(() => () => gone(), []);
  const shelved = alarms.filter(({ state }) => state === "ignored");
  const unshelved = alarms.filter(({ state }) => state !== "ignored");
  const unacknowledged = unshelved.filter(({ Acknowledge }) => Acknowledge === 0);
  const low = unshelved.filter((alarm) => alarm.alarm_code >= LOW_ALARM_FROM);
  const critical = unshelved.length - low.length;
  const isTooLong = alarms.length > ALARM_BATCH_MAX;
  const shared = { size: "xs", disabled: isTooLong } as const;
  const unshelveText = plural(shelved.length, { one: "Unshelve # alarm", other: "Unshelve # alarms" });
  const ignoreText = plural(low.length, { one: "Ignore # alarm", other: "Ignore # alarms" });
  return (
    <Paper
      withBorder
      shadow="md"
      px={12}
      py={8}
      role="region"
      aria-label={t`Selected alarms`}
      data-action-bar
      data-selected-alarms
      className={classes["bar"] ?? ""}
    >
      <Group justify="space-between" gap="8px 16px">
        <Text size="sm" fw={600} role="status">
          {isTooLong ? (
            t`Select at most ${ALARM_BATCH_MAX} alarms.`
          ) : (
            <Plural value={alarms.length} one="# alarm selected" other="# alarms selected" />
          )}
        </Text>
        <Group gap="xs">
          {unacknowledged.length > 0 && (
            <Button
              {...shared}
              aria-keyshortcuts="A"
              loading={batch.isSending}
              rightSection={
                <Kbd size="xs" visibleFrom="sm">
                  A
                </Kbd>
              }
              onClick={() => batch.acknowledge(unacknowledged)}
            >
              <Plural value={unacknowledged.length} one="Acknowledge # alarm" other="Acknowledge # alarms" />
            </Button>
          )}
          {low.length > 0 && (
            <IgnorePopover
              label={ignoreText}
              action={ignoreText}
              buttonProps={{ ...shared, color: "gray" }}
              isSending={batch.isSending}
              onIgnore={(shelving) => batch.ignore(low, shelving)}
              note={
                critical > 0 && (
                  <Text size="sm" mb="xs">
                    <Plural
                      value={critical}
                      one="# critical alarm cannot be ignored and stays."
                      other="# critical alarms cannot be ignored and stay."
                    />
                  </Text>
                )
              }
            />
          )}
          {shelved.length > 0 && (
            <Button {...shared} variant="light" color="gray" loading={batch.isSending} onClick={open}>
              {unshelveText}
            </Button>
          )}
          <Button size="xs" variant="default" disabled={batch.isSending} onClick={selection.clear}>
            {t`Clear the selection`}
          </Button>
        </Group>
      </Group>
      {isAsking && (
        <QuestionDialog
          title={unshelveText}
          action={unshelveText}
          call={{ error: null, isPending: false }}
          onConfirm={() => {
            close();
            batch.unshelve(shelved);
          }}
          onClose={close}
        >
          <Plural
            value={shelved.length}
            one="The alarm is active again at once. Its reason and its end are removed."
            other="The alarms are active again at once. Their reasons and their ends are removed."
          />
        </QuestionDialog>
      )}
    </Paper>
  );
}
