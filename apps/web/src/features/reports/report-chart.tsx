import { useLingui } from "@lingui/react/macro";
import { getReportChart } from "@verandah/contract/reports/reports.ts";

import { useRoute } from "#data/query/use-route.ts";
import { TimeBars } from "#shared/charts/time-bars.tsx";
import { numberText } from "#shared/format/number.ts";
import { useLanguage } from "#shared/texts/use-language.ts";

import { chartFields, type ReportView } from "./report-view.ts";

import classes from "#shared/charts/bars.module.css";

/** The chart above some reports. Without a chart the table takes its place. */
export function ReportChart({ view }: { view: ReportView }) {
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

interface Props {
  label: string;
  bars: readonly { label: string; value: number }[];
}

/** The highest values as horizontal bars, each with its number. */
function TopBars({ label, bars }: Props) {
  const shown = bars.slice(0, BARS_MAX);
  const highest = Math.max(1, ...shown.map(({ value }) => value));
  return (
    <figure className={classes["figure"]} aria-label={label}>
      <ol className={classes["top"]}>
        {shown.map((bar) => (
          <li key={bar.label}>
            <span className={classes["name"]} title={bar.label}>
              {bar.label}
            </span>
            <span className={classes["track"]}>
              <span className={classes["bar"]} style={{ width: `${(100 * bar.value) / highest}%` }} />
            </span>
            <span className={classes["value"]}>{numberText(bar.value)}</span>
          </li>
        ))}
      </ol>
    </figure>
  );
}
