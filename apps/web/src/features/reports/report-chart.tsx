import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";

import { reportChartQuery } from "#data/reports.queries.ts";
import { TimeBars } from "#shared/charts/time-bars.tsx";
import { useLanguage } from "#shared/texts/use-language.ts";

import { chartFields, type ReportView } from "./report-view.ts";
import { TopBars } from "./top-bars.tsx";

/** The chart above a report where one helps; a chart that cannot be had takes nothing from the table below it. */
export function ReportChart({ view }: { view: ReportView }) {
  const { t } = useLingui();
  const { data: chart } = useQuery(reportChartQuery(chartFields(view, useLanguage())));
  if (!chart || chart.kind === "none" || chart.bars.length === 0) return null;
  if (chart.kind === "bars") return <TopBars label={t`Most active`} bars={chart.bars} />;
  const isByDay = chart.kind === "days";
  return (
    <TimeBars label={isByDay ? t`Alarms a day` : t`Alarms per hour`} isByDay={isByDay} bars={chart.bars} />
  );
}
