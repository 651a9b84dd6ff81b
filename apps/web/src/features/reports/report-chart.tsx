import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";

import { HourBars } from "./hour-bars.tsx";
import type { ReportView } from "./report-view.ts";
import { reportChartQuery } from "./reports.queries.ts";
import { TopBars } from "./top-bars.tsx";

/** The chart above a report where one helps; a chart that cannot be had takes nothing from the table below it. */
export function ReportChart({ view }: { view: ReportView }) {
  const { t } = useLingui();
  const { data: chart } = useQuery(reportChartQuery(view));
  if (!chart || chart.kind === "none" || chart.bars.length === 0) return null;
  return chart.kind === "bars" ? (
    <TopBars label={t`Most active`} bars={chart.bars} />
  ) : (
    <HourBars label={t`Rows an hour`} bars={chart.bars} />
  );
}
