import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Button, Card, Group, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import {
  type PumpRollout,
  stopPumpRollout,
  undoPumpRollout,
} from "@verandah/contract/pumps/pump-rollouts.ts";
import { useState } from "react";

import { pumpRolloutsQuery, usePumpRollout } from "#data/pumps/pump-rollouts.queries.ts";
import { useSession } from "#data/query/session.ts";
import { momentText } from "#shared/format/time.ts";
import { errorText } from "#shared/texts/error-text.ts";
import { QuestionDialog } from "#shared/ui/dialogs/question-dialog.tsx";
import { ErrorBanner } from "#shared/ui/error-banner.tsx";
import { useNow } from "#shared/use-now.ts";

import { NewRollout } from "./new-rollout.tsx";

import classes from "../pumps.module.css";

const MINUTE_MS = 60_000;

const levels = { running: undefined, done: "fine", stopped: "alarm", undone: undefined } as const;

/** Commands for many pumps: the last ones with their waves, and a new one. */
export function Rollouts({ places }: { places: readonly string[] }) {
  const { t } = useLingui();
  const { data = [], error } = useQuery(pumpRolloutsQuery);
  const [isNew, setIsNew] = useState(false);
  const isRunning = data.some(({ state }) => state === "running");
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
      <ErrorBanner text={error ? errorText(error) : undefined} />
      {data.length > 0 && (
        <ul className={classes["rollouts"]}>
          {data.map((one) => (
            <Rollout key={one.id} one={one} />
          ))}
        </ul>
      )}
      {isNew && <NewRollout places={places} onClose={() => setIsNew(false)} />}
    </Card>
  );
}

function Rollout({ one }: { one: PumpRollout }) {
  const { t } = useLingui();
  const { campus } = useSession();
  const nowMs = useNow(MINUTE_MS);
  const [asked, setAsked] = useState<"stop" | "undo">();
  const stop = usePumpRollout(stopPumpRollout);
  const undo = usePumpRollout(undoPumpRollout);
  const { id, waves, state, by, stoppedBy, undoRefused } = one;
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
  const value = one.value === 0 ? t`Off` : t`On`;
  const place = one.place ?? t`All places`;
  const title = `${value}: ${count}, ${place}`;
  const [start, end] = [one.createdAt, one.until].map((at) => momentText(at, nowMs, campus.timeZone));
  const [waveCount, unsent] = [waves.length, pumps - confirmed - failed - waiting];
  const action = asked === "undo" ? undo : stop;
  return (
    <li>
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
          {state !== "undone" && sent > 0 && (
            <Button size="xs" variant="default" onClick={() => setAsked("undo")}>{t`Undo`}</Button>
          )}
        </Group>
      </Group>
      {asked && (
        <QuestionDialog
          title={asked === "undo" ? t`Undo: ${title}` : t`Stop: ${title}`}
          action={asked === "undo" ? t`Undo` : t`Stop`}
          error={action.error ? errorText(action.error) : undefined}
          isPending={action.isPending}
          onConfirm={() => action.mutate({ id }, { onSuccess: () => setAsked(undefined) })}
          onClose={() => setAsked(undefined)}
        >
          <Text>
            {asked === "undo"
              ? t`Each pump gets its earlier value again, or runs by itself if it had none.`
              : t`No further wave is sent. The pumps that are switched stay so.`}
          </Text>
        </QuestionDialog>
      )}
    </li>
  );
}
