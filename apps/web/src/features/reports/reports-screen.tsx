import { Trans, useLingui } from "@lingui/react/macro";
import { Box, Group, NativeSelect, Stack, Text } from "@mantine/core";
import { reportHeading } from "@verandah/contract/reports/report-headings.ts";
import {
  exportReport,
  getReport,
  getReportChart,
  reportIds,
  reports,
  type ReportColumn,
} from "@verandah/contract/reports/reports.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";
import type { ReactNode } from "react";

import { useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";
import { PointsChart } from "#shared/charts/points-chart.tsx";
import { TimeBars } from "#shared/charts/time-bars.tsx";
import { useLocalView } from "#shared/charts/use-trend-view.ts";
import { ZoomButtons } from "#shared/charts/zoom-buttons.tsx";
import { useHasSystem } from "#shared/equipment/site-types.ts";
import { ExportButtons } from "#shared/export/export-buttons.tsx";
import { useExport } from "#shared/export/use-export.ts";
import { numberText } from "#shared/format/number.ts";
import { fullText } from "#shared/format/time.ts";
import { useLanguage } from "#shared/texts/use-language.ts";
import type { GridColumn } from "#shared/ui/data-grid/columns.ts";
import { DataGrid } from "#shared/ui/data-grid/data-grid.tsx";
import { ErrorBanner } from "#shared/ui/feedback/error-banner.tsx";
import { Panel } from "#shared/ui/layout.tsx";
import { PageTitle } from "#shared/ui/page-title.tsx";
import { TimeRangePicker } from "#shared/ui/time-range/time-range-picker.tsx";

import { ComparePoints } from "./compare-points.tsx";
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
  const has = useHasSystem();
  const shownIds = reportIds.filter(
    (id) => id === view.report || id !== "ahu-schedule-activity" || has(["hvac"]),
  );
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
          data={shownIds.map((id) => ({ value: id, label: i18n._(reports[id].name) }))}
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

type Page = ReplyOf<typeof getReport>;
type Row = Page["rows"][number];

const WIDTHS_PX = { date: 110, time: 100, duration: 100, number: 100, text: 130 } as const;
/** Most names of devices take one line where there are few columns, so that ten rows have room. */
const DEVICE_PX = { width: 210, columnsMax: 8 };
const DIGITS_MAX = 3;

/** A value in words. */
const isWords = ({ name, kind }: ReportColumn) => name === "Value" && kind === "text";
const WORDS_PX = 380;
/** Whether a column may contain sentences. */
const hasSentences = (column: ReportColumn) =>
  column.name === "Key" || column.name === "Reason" || isWords(column);

interface Props {
  view: ReportView;
  of: { data: Page | undefined };
  emptyText: string;
  onChange: (part: Partial<ReportView>, replace?: boolean) => void;
}

/** A page of a report. Source: spec 2 §2 Reports screen. */
function ReportGrid({ view, onChange, ...shown }: Props) {
  const { i18n } = useLingui();
  const listed: readonly ReportColumn[] = reports[view.report].columns;
  const title = listed.find(({ kind }) => kind === "text");
  const devicePx = listed.length > DEVICE_PX.columnsMax ? WIDTHS_PX.text : DEVICE_PX.width;
  // In a line of a card several numbers, or one without a unit, have no meaning without their headers.
  const hasUnit = listed.some(({ name }) => name === "Unit");
  const isClear = hasUnit && listed.filter(({ kind }) => kind === "number").length === 1;
  const numberCard = isClear ? "inline" : "field";
  const cardOf = (column: ReportColumn) =>
    hasSentences(column) ? "line" : column.kind === "number" ? numberCard : "inline";
  const columns = listed.map((column): GridColumn<Row> => {
    const choices = shown.of.data?.choices[column.name];
    return {
      id: column.name,
      card: column === title ? "title" : cardOf(column),
      header: i18n._(reportHeading(column.name)),
      width: column.name === "DeviceName" ? devicePx : isWords(column) ? WORDS_PX : WIDTHS_PX[column.kind],
      isNumber: column.kind === "number",
      ...(choices && { filter: { choices, hasDetails: column.name === "State" } }),
      render: (row) => cellText(row[column.name]),
    };
  });
  return (
    <DataGrid
      key={view.report}
      label={i18n._(reports[view.report].name)}
      columns={columns}
      rowKey={(_, index) => String(index)}
      state={view.grid}
      onState={(grid, options) => onChange({ grid }, options?.replace)}
      {...shown}
    />
  );
}

function cellText(value: Row[string] | undefined): ReactNode {
  if (typeof value === "string" && value.includes("\n"))
    return <span style={{ whiteSpace: "pre-line" }}>{value}</span>;
  if (typeof value !== "number") return value ?? "";
  const digits = String(value).split(".")[1]?.length ?? 0;
  return numberText(value, Math.min(digits, DIGITS_MAX));
}
