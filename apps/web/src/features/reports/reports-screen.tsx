import { Trans, useLingui } from "@lingui/react/macro";
import { Box, Group, NativeSelect, Stack, Text } from "@mantine/core";
import {
  exportReport,
  getReport,
  getReportChart,
  reportIds,
  reports,
} from "@verandah/contract/reports/reports.ts";

import { useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";
import { PointsChart } from "#shared/charts/points-chart.tsx";
import { TimeBars } from "#shared/charts/time-bars.tsx";
import { useLocalView } from "#shared/charts/use-trend-view.ts";
import { ZoomButtons } from "#shared/charts/zoom-buttons.tsx";
import { ExportButtons } from "#shared/export/export-buttons.tsx";
import { useExport } from "#shared/export/use-export.ts";
import { numberText } from "#shared/format/number.ts";
import { fullText } from "#shared/format/time.ts";
import { useLanguage } from "#shared/texts/use-language.ts";
import { ErrorBanner } from "#shared/ui/feedback/error-banner.tsx";
import { Panel } from "#shared/ui/layout.tsx";
import { PageTitle } from "#shared/ui/page-title.tsx";
import { TimeRangePicker } from "#shared/ui/time-range/time-range-picker.tsx";

import { ComparePoints } from "./compare-points.tsx";
import { ReportGrid } from "./report-grid.tsx";
import { chartFields, reportFields, type ReportView, useReportView } from "./report-view.ts";
import { usePointName } from "./use-point-name.ts";

/** Source: spec 2 §9 (error banner). */
const BANNER_MS = 6_000;

const NO_ROWS = { rows: [], total: 0, isTotalExact: true, searchedFrom: null, choices: {} };

export function ReportsScreen() {
  const { t, i18n } = useLingui();
  const { view, range, change } = useReportView();
  const language = useLanguage();
  const exporting = useExport();
  const isComparison = view.report === "trend-log-comparision";
  const isAsked = !range.isWrong && !(isComparison && view.points.length === 0);
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
      <Group align="flex-start" gap="8px 12px">
        <NativeSelect
          label={t`Report`}
          flex={{ base: "1 1 100%", md: "0 1 280px" }}
          value={view.report}
          data={reportIds.map((id) => ({ value: id, label: i18n._(reports[id].name) }))}
          onChange={(event) => {
            const id = reportIds.find((one) => one === event.currentTarget.value);
            if (id) change({ report: id });
          }}
        />
        <TimeRangePicker range={range} />
      </Group>
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
      {!range.isWrong && (
        <ReportGrid
          view={view}
          of={isAsked ? asked : { data: NO_ROWS }}
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

const HEIGHT_PX = 280;

interface CompareChartProps {
  /** `ssid/param_id` each. */
  points: readonly string[];
  from: string;
  to: string;
}

/** The chosen points in one picture. */
function CompareChart({ points, from, to }: CompareChartProps) {
  const { t } = useLingui();
  const pointName = usePointName();
  const view = useLocalView({ fromMs: Date.parse(from), toMs: Date.parse(to) });
  return (
    <Panel py={12}>
      <Group justify="flex-end">
        <ZoomButtons view={view} />
      </Group>
      <PointsChart
        label={t`Compared points`}
        points={points.map((point) => {
          const slash = point.indexOf("/");
          return { ssid: point.slice(0, slash), paramId: point.slice(slash + 1), label: pointName(point) };
        })}
        view={view}
        height={HEIGHT_PX}
      />
    </Panel>
  );
}

/** The chart above some reports. Without a chart the table takes its place. */
function ReportChart({ view }: { view: ReportView }) {
  const { t } = useLingui();
  const { data: chart } = useRoute(getReportChart, chartFields(view, useLanguage()), { isLoadedOnce: true });
  if (!chart || chart.kind === "none" || chart.bars.length === 0) return null;
  if (chart.kind === "bars") return <TopBars label={t`Most active`} bars={chart.bars} />;
  const isByDay = chart.kind === "days";
  return (
    <TimeBars label={isByDay ? t`Alarms per day` : t`Alarms per hour`} isByDay={isByDay} bars={chart.bars} />
  );
}

/** Maximum bars, so that the table stays visible. */
const BARS_MAX = 8;

interface TopBarsProps {
  label: string;
  bars: readonly { label: string; value: number }[];
}

/** The highest values as horizontal bars, each with its number. */
function TopBars({ label, bars }: TopBarsProps) {
  const shown = bars.slice(0, BARS_MAX);
  const highest = Math.max(1, ...shown.map(({ value }) => value));
  return (
    <Panel component="figure" m={0} aria-label={label}>
      <Text component="figcaption" fz={12} fw={650} mb={6}>
        {label}
      </Text>
      <Stack component="ol" gap={4} fz={13}>
        {shown.map((bar) => (
          <Group component="li" key={bar.label} gap={12} wrap="nowrap">
            <Text span inherit w="38%" miw={90}>
              {bar.label}
            </Text>
            <Box flex={1}>
              <Box
                h={12}
                miw={2}
                w={`${(100 * bar.value) / highest}%`}
                bg="var(--bar-quiet)"
                style={{ borderRadius: 2 }}
              />
            </Box>
            <Text span inherit fw={600} w={44} ta="end">
              {numberText(bar.value)}
            </Text>
          </Group>
        ))}
      </Stack>
    </Panel>
  );
}
