import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui, Trans } from "@lingui/react/macro";
import { Group, NativeSelect, Stack, Text } from "@mantine/core";
import { RANGE_MAX_DAYS } from "@verandah/contract/paging.ts";
import { exportReport, reportIds, reports, getReport } from "@verandah/contract/reports/reports.ts";

import { useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";
import { ExportButtons } from "#shared/export/export-buttons.tsx";
import { useExport } from "#shared/export/use-export.ts";
import { fullText } from "#shared/format/time.ts";
import { errorText } from "#shared/texts/error-text.ts";
import { useLanguage } from "#shared/texts/use-language.ts";
import { ErrorBanner } from "#shared/ui/feedback/error-banner.tsx";
import { PageTitle } from "#shared/ui/page-title.tsx";

import { CompareChart } from "./compare-chart.tsx";
import { ComparePoints } from "./compare-points.tsx";
import { RangeFields } from "./range-fields.tsx";
import { ReportChart } from "./report-chart.tsx";
import { ReportGrid } from "./report-grid.tsx";
import { reportFields, useReportView } from "./report-view.ts";

import classes from "./reports-screen.module.css";

/** Source: spec 2 §9 (error banner). */
const BANNER_MS = 6_000;

const NO_ROWS = { rows: [], total: 0, isTotalExact: true, searchedFrom: null };

/** The error of a range, if any. Source: spec 2 §8; the second text is from the contract. */
function rangeProblem(from: string, to: string): MessageDescriptor | undefined {
  const lengthMs = Date.parse(to) - Date.parse(from);
  if (lengthMs <= 0) return msg`End date should be greater than start date`;
  return lengthMs > RANGE_MAX_DAYS * 86_400_000 ? msg`A report covers at most a year` : undefined;
}

export function ReportsScreen() {
  const { t, i18n } = useLingui();
  const [view, change] = useReportView();
  const language = useLanguage();
  const exporting = useExport();
  const problem = rangeProblem(view.from, view.to);
  const isComparison = view.report === "trend-log-comparision";
  const isAsked = problem === undefined && !(isComparison && view.points.length === 0);
  const asked = useRoute(getReport, reportFields(view, language), {
    enabled: isAsked,
    isLoadedOnce: true,
    // Rows of another report do not fit this one's columns.
    keepsLast: ({ report }) => report === view.report,
  });
  const emptyText =
    isComparison && view.points.length === 0 ? t`Choose points to compare.` : t`No records in this period.`;

  return (
    <Stack gap={12}>
      <Group justify="space-between" gap="xs">
        <PageTitle>{t`Reports`}</PageTitle>
        <ExportButtons
          isDisabled={!isAsked}
          exporting={exporting}
          // A file of a comparison has every stored value, the screen means.
          total={asked.data?.isTotalExact && !isComparison ? asked.data.total : undefined}
          route={exportReport}
          inputOf={(format) => ({ ...reportFields(view, language), format })}
          name={view.report}
        />
      </Group>
      <div className={classes["controls"]}>
        <NativeSelect
          label={t`Report`}
          className={classes["report"] ?? ""}
          value={view.report}
          data={reportIds.map((id) => ({ value: id, label: i18n._(reports[id].name) }))}
          onChange={(event) => {
            const id = reportIds.find((one) => one === event.currentTarget.value);
            if (id) change({ report: id });
          }}
        />
        <RangeFields
          from={view.from}
          to={view.to}
          problem={problem && i18n._(problem)}
          onChange={(range) => change({ ...range, grid: { ...view.grid, page: 1 } })}
        />
      </div>
      <ErrorBanner text={exporting.failure} onClose={exporting.forgetFailure} hideAfterMs={BANNER_MS} />
      {isComparison && (
        <ComparePoints
          points={view.points}
          onChange={(points) => change({ points, grid: { ...view.grid, page: 1 } })}
        />
      )}
      {isComparison && isAsked && <CompareChart points={view.points} from={view.from} to={view.to} />}
      {isAsked && !isComparison && <ReportChart view={view} />}
      {isAsked && <SearchedFrom instant={asked.data?.searchedFrom} />}
      {problem === undefined && (
        <ReportGrid
          view={view}
          page={isAsked ? asked.data : NO_ROWS}
          isLoadingOther={isAsked && asked.isPlaceholderData}
          error={isAsked && asked.error ? errorText(asked.error) : undefined}
          onRetry={() => void asked.refetch()}
          emptyText={emptyText}
          onChange={change}
        />
      )}
    </Stack>
  );
}

/** Reports that only the rows since an instant were searched, because a search of all would take too long. */
function SearchedFrom({ instant }: { instant: string | null | undefined }) {
  const { campus } = useSession();
  if (!instant) return null;
  return (
    <Text size="sm" role="status">
      <Trans>
        Results from {fullText(instant, campus.timeZone)} onward. Narrow the range, or export for all rows.
      </Trans>
    </Text>
  );
}
