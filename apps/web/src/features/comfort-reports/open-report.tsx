import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Button, Card, Group, Text, TextInput, Title } from "@mantine/core";
import {
  closeComfortReport,
  comfortOutcomes,
  type ComfortReport,
  type LiveZone,
  OUTCOME_NOTE_MAX,
} from "@verandah/contract/comfort-reports.ts";
import { useState } from "react";

import { admits, useSession } from "#data/query/session.ts";
import { useChange } from "#data/query/use-change.ts";
import { CallFailed } from "#shared/call.ts";
import { useMomentText } from "#shared/format/use-time-text.ts";
import { errorText } from "#shared/texts/error-text.ts";
import { showToast } from "#shared/ui/feedback/toast.ts";

import { CauseList } from "./cause-list.tsx";
import { useComfortTexts } from "./use-comfort-texts.ts";
import { ZoneTemperature, ZoneTrend } from "./zone-diagnosis.tsx";

/** The hours that explain how a zone became warm or cold. */
const TREND_MS = 6 * 3_600_000;

/** An open report of a zone: who reported it, the temperature, its trend, what may explain it, and the outcomes. */
export function OpenReport({ report, hasTrend }: { report: ComfortReport; hasTrend: boolean }) {
  const { role } = useSession();
  const momentText = useMomentText();
  const { kinds } = useComfortTexts();
  const { kind, zone, floor, at, reporters, names, live } = report;
  const place = `${zone.name}, ${floor.name}`;
  const time = momentText(at);
  return (
    <Card component="article" padding="md" aria-label={`${place}: ${kinds[kind]}`}>
      <Group justify="space-between" align="baseline">
        <Title order={2} size="h5">
          {place}: {kinds[kind]}
        </Title>
        {live && <ZoneTemperature of={live.temperature} />}
      </Group>
      <Text size="sm" c="dimmed">
        <Plural value={reporters} one="# person" other="# people" />: {names.join(", ")} ·{" "}
        <Trans>since {time}</Trans>
      </Text>
      {live && <CauseList live={live} />}
      {live && live.trend.length > 0 && <Trend label={place} of={live} isFirstOpen={hasTrend} />}
      {admits(closeComfortReport.access, role.id) && <Outcomes id={report.id} place={place} />}
    </Card>
  );
}

interface TrendProps {
  label: string;
  of: LiveZone;
  isFirstOpen: boolean;
}

function Trend({ label, of, isFirstOpen }: TrendProps) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(isFirstOpen);
  if (isOpen) return <ZoneTrend label={label} of={of} lengthMs={TREND_MS} />;
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      aria-label={t`Show the trend of ${label}`}
      onClick={() => setOpen(true)}
    >
      {t`Show the trend`}
    </Button>
  );
}

/** Who closed a report before this caller; undefined for other failures. */
const closerOf = (failure: Error) =>
  failure instanceof CallFailed && failure.problem.code === "comfort-report-closed"
    ? failure.problem.fields?.["closedBy"]
    : undefined;

function Outcomes({ id, place }: { id: number; place: string }) {
  const { t } = useLingui();
  const { outcomes } = useComfortTexts();
  const close = useChange(closeComfortReport);
  const [note, setNote] = useState("");
  function onError(failure: Error): void {
    const by = closerOf(failure);
    showToast({ kind: "error", text: by ? t`${by} has already closed this report.` : errorText(failure) });
  }
  return (
    <>
      <TextInput
        label={t`Note for the person who reported it`}
        value={note}
        maxLength={OUTCOME_NOTE_MAX}
        onChange={(event) => setNote(event.currentTarget.value)}
        my="xs"
      />
      <Group gap="xs" role="group" aria-label={t`Close the report with an outcome`}>
        {comfortOutcomes.map((outcome) => (
          <Button
            key={outcome}
            size="xs"
            variant="default"
            disabled={close.isPending}
            aria-label={`${outcomes[outcome]}: ${place}`}
            onClick={() => close.mutate({ id, outcome, note }, { onError })}
          >
            {outcomes[outcome]}
          </Button>
        ))}
      </Group>
    </>
  );
}
