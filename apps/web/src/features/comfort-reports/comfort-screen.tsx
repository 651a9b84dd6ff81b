import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Card, Group, Select, SimpleGrid, Stack, Text, Title, Button, TextInput } from "@mantine/core";
import {
  type ComfortReport,
  listComfortReports,
  closeComfortReport,
  comfortOutcomes,
  type LiveZone,
  OUTCOME_NOTE_MAX,
} from "@verandah/contract/comfort-reports.ts";
import { useState } from "react";

import { useSession, admits } from "#data/query/session.ts";
import { useChange } from "#data/query/use-change.ts";
import { useRoute } from "#data/query/use-route.ts";
import { CallFailed } from "#shared/call.ts";
import { useMomentText } from "#shared/format/use-time-text.ts";
import { searchText, useSearchState } from "#shared/search-state.ts";
import { errorText } from "#shared/texts/error-text.ts";
import { showToast } from "#shared/ui/feedback/toast.ts";
import { Rows } from "#shared/ui/layout.tsx";
import { PageTitle } from "#shared/ui/page-title.tsx";
import { Section } from "#shared/ui/section.tsx";

import { CauseList } from "./cause-list.tsx";
import { useComfortTexts } from "./use-comfort-texts.ts";
import { ZoneTemperature, ZoneTrend } from "./zone-diagnosis.tsx";

/** Trends that are shown at once: each is loaded by itself. */
const TRENDS_MAX = 4;

/** Zones that people reported as too warm or too cold: the open reports, then those closed lately. */
export function ComfortScreen() {
  const { t } = useLingui();
  const { building } = useSession();
  const reports = useRoute(listComfortReports, { place: building.id });
  const [search, change] = useSearchState();
  const floors = new Map(reports.data?.map(({ floor }) => [String(floor.id), floor.name]));
  const named = searchText(search["floor"]);
  const chosen = named !== undefined && floors.has(named) ? named : null;
  return (
    <Stack gap={14}>
      <Group justify="space-between">
        <PageTitle>{t`Comfort reports`}</PageTitle>
        {floors.size > 1 && (
          <Select
            label={t`Floor`}
            placeholder={t`All floors`}
            data={Array.from(floors, ([value, label]) => ({ value, label }))}
            value={chosen}
            onChange={(floor) => change({ floor: floor === null ? undefined : Number(floor) })}
            clearable
            clearButtonProps={{ "aria-label": t`Clear` }}
          />
        )}
      </Group>
      <Section of={reports} height={280} isPart>
        {(all) => (
          <Reports shown={all.filter(({ floor }) => chosen === null || String(floor.id) === chosen)} />
        )}
      </Section>
    </Stack>
  );
}

function Reports({ shown }: { shown: readonly ComfortReport[] }) {
  const { t } = useLingui();
  const open = shown.filter(({ outcome }) => outcome === null);
  const closed = shown.filter(({ outcome }) => outcome !== null);
  return (
    <>
      {open.length === 0 && <Text c="dimmed">{t`No open reports.`}</Text>}
      <SimpleGrid cols={{ base: 1, lg: open.length > 1 ? 2 : 1 }} spacing={14}>
        {open.map((report, index) => (
          <OpenReport key={report.id} report={report} hasTrend={index < TRENDS_MAX} />
        ))}
      </SimpleGrid>
      {closed.length > 0 && (
        <Card component="section" padding="md" aria-label={t`Closed in the last 24 hours`}>
          <Title order={2} size="h5">{t`Closed in the last 24 hours`}</Title>
          <Rows my={6} fz={14}>
            {closed.map((report) => (
              <ClosedReport key={report.id} report={report} />
            ))}
          </Rows>
        </Card>
      )}
    </>
  );
}

function ClosedReport({ report }: { report: ComfortReport }) {
  const moment = useMomentText();
  const { kinds, outcomeText } = useComfortTexts();
  const { kind, zone, floor, at, reporters, outcome } = report;
  if (!outcome) return null;
  const [reported, closed] = [moment(at), moment(outcome.at)];
  const { by } = outcome;
  return (
    <li>
      <b>
        {zone.name}, {floor.name}: {kinds[kind]}
      </b>{" "}
      · <Plural value={reporters} one="# person" other="# people" /> · {outcomeText(outcome)}
      <Text size="sm" c="dimmed">
        <Trans>
          Reported at {reported}, closed by {by} at {closed}
        </Trans>
      </Text>
    </li>
  );
}

/** The hours that explain how a zone became warm or cold. */
const TREND_MS = 6 * 3_600_000;

/** An open report of a zone: who reported it, the temperature, its trend, what may explain it, and the outcomes. */
function OpenReport({ report, hasTrend }: { report: ComfortReport; hasTrend: boolean }) {
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
