import { useLingui } from "@lingui/react/macro";
import { Button, Text } from "@mantine/core";
import { Link, useNavigate } from "@tanstack/react-router";
import {
  exportPointTest,
  listPointTests,
  type PointTest,
  startPointTest,
} from "@verandah/contract/point-tests.ts";

import { admits, useSession } from "#data/query/session.ts";
import { useChange } from "#data/query/use-change.ts";
import { useRoute } from "#data/query/use-route.ts";

import { useExport } from "../export/use-export.ts";
import { fullText } from "../format/time.ts";
import { refusalText } from "../texts/field-text.ts";
import { useLanguage } from "../texts/use-language.ts";
import { DataTable } from "../ui/data-grid/data-table.tsx";
import { ErrorBanner } from "../ui/feedback/error-banner.tsx";
import { SectionCard } from "../ui/section-card.tsx";
import { Section } from "../ui/section.tsx";

/** Results in words; points without a result are not tested. */
export function useCountsText(): (counts: PointTest["counts"]) => string {
  const { t } = useLingui();
  return ({ points, passed, failed, skipped }) => {
    const untested = points - passed - failed - skipped;
    return [
      t`${passed} of ${points} passed`,
      failed > 0 && t`${failed} failed`,
      skipped > 0 && t`${skipped} skipped`,
      untested > 0 && t`${untested} not tested`,
    ]
      .filter(Boolean)
      .join(", ");
  };
}

/** A button that downloads the acceptance report of a test. */
export function ReportButton({ id, label }: { id: string; label?: string }) {
  const { t } = useLingui();
  const language = useLanguage();
  const { start, running, failure, forgetFailure } = useExport();
  return (
    <>
      <Button
        variant="default"
        size="compact-md"
        loading={running !== undefined}
        {...(label && { "aria-label": label })}
        onClick={() =>
          start({ route: exportPointTest, input: { id, language }, format: "pdf", name: "acceptance" })
        }
      >
        {t`Report (PDF)`}
      </Button>
      <ErrorBanner text={failure} onClose={forgetFailure} />
    </>
  );
}

interface Props {
  of: { gateway: number } | { place: number } | { ssid: string };
}

/** The acceptance tests of a gateway, a place or a device, with a button that begins one or continues the open one. */
export function PointTestsCard({ of }: Props) {
  const { t } = useLingui();
  const { role, campus } = useSession();
  const navigate = useNavigate();
  const countsText = useCountsText();
  const listed = useRoute(listPointTests, admits(listPointTests.access, role.id) ? of : undefined);
  const start = useChange(startPointTest);
  if (!admits(listPointTests.access, role.id)) return null;
  const open = (id: string) => void navigate({ to: `/admin/point-test/${id}` });
  const stateText = ({ finishedAt, counts: { points, passed, failed, skipped } }: PointTest) => {
    if (finishedAt === null) return t({ message: "Open", comment: "State of a test that is not finished" });
    const isComplete = points === passed + failed + skipped;
    return isComplete ? t({ message: "Complete", comment: "State of a test" }) : t`Not complete`;
  };
  return (
    <SectionCard
      title={t`Acceptance tests`}
      aside={
        admits(startPointTest.access, role.id) && (
          <Button
            variant="default"
            size="compact-md"
            loading={start.isPending}
            onClick={() => start.mutate(of, { onSuccess: ({ id }) => open(id) })}
          >
            {t`Test the points`}
          </Button>
        )
      }
    >
      <ErrorBanner text={start.error !== null && refusalText(start.error)} onClose={start.reset} />
      <Section
        of={listed}
        height={40}
        isPart
        empty={
          <Text size="sm" c="dimmed">
            {t`No test yet. A test compares each point with a hand instrument, and ends in a report.`}
          </Text>
        }
      >
        {(tests) => (
          <DataTable
            label={t`Acceptance tests`}
            rows={tests}
            rowKey={({ id }) => id}
            columns={[
              {
                header: t`Begun`,
                width: 200,
                isRowHeader: true,
                text: ({ startedAt }) => fullText(startedAt, campus.timeZone),
                sortKey: ({ startedAt }) => startedAt,
                render: ({ id, startedAt }) => (
                  <Link to={`/admin/point-test/${id}`}>{fullText(startedAt, campus.timeZone)}</Link>
                ),
              },
              { header: t`Subject`, text: ({ name }) => name },
              { header: t`By`, text: ({ startedBy }) => startedBy },
              { header: t`State`, text: stateText },
              { header: t`Result`, width: 240, card: "line", text: ({ counts }) => countsText(counts) },
              {
                header: t`Report`,
                card: "action",
                render: ({ id, startedAt }) => {
                  const when = fullText(startedAt, campus.timeZone);
                  return <ReportButton id={id} label={t`Report (PDF) of ${when}`} />;
                },
              },
            ]}
          />
        )}
      </Section>
    </SectionCard>
  );
}
