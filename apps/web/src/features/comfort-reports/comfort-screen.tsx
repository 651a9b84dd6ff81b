import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Card, Group, Select, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { type ComfortReport, listComfortReports } from "@verandah/contract/comfort-reports.ts";

import { useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";
import { useMomentText } from "#shared/format/use-time-text.ts";
import { searchText, useSearchState } from "#shared/search-state.ts";
import { Rows } from "#shared/ui/layout.tsx";
import { PageTitle } from "#shared/ui/page-title.tsx";
import { Section } from "#shared/ui/section.tsx";

import { OpenReport } from "./open-report.tsx";
import { useComfortTexts } from "./use-comfort-texts.ts";

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
