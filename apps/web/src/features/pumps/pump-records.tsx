import "@mantine/core/styles.layer.css";
import { useLingui } from "@lingui/react/macro";
import { Card } from "@mantine/core";
import type { Pump } from "@verandah/contract/pumps/pumps.ts";
import { getPump } from "@verandah/contract/pumps/pumps.ts";
import { FLOW, POWER, solarPump } from "@verandah/equipment/types/solar-pump.ts";

import { useRoute } from "#data/query/use-route.ts";
import { PointsChart } from "#shared/charts/points-chart.tsx";
import { useLocalView } from "#shared/charts/use-trend-view.ts";
import { usePointText } from "#shared/texts/use-point-text.ts";
import { AutoGrid } from "#shared/ui/layout.tsx";

import { usePumpDataView } from "./pump-data-view.ts";
import { PumpData } from "./pump-data.tsx";
import { PumpDays } from "./pump-days.tsx";
import { PumpStatement } from "./pump-statement.tsx";

const CHART_PX = 160;

/** The days, statement, trends and readings of a pump. They are much larger than the pump's present values. */
export function PumpRecords({ pump }: { pump: Pick<Pump, "ssid" | "name"> }) {
  const { data: details } = useRoute(getPump, { ssid: pump.ssid });
  return (
    <>
      {details && <PumpDays days={details.days} />}
      <PumpStatement ssid={pump.ssid} />
      <PumpTrends ssid={pump.ssid} />
      <PumpData ssid={pump.ssid} name={pump.name} />
    </>
  );
}

/** Flow and power over the same time as the grid. */
function PumpTrends({ ssid }: { ssid: string }) {
  const { t } = useLingui();
  const { nameOf } = usePointText();
  const { range } = usePumpDataView(ssid);
  const view = useLocalView(range.trend);
  // The fields of the grid have the error of a wrong range.
  if (range.isWrong) return null;
  return (
    <Card component="section" padding="sm" aria-label={t`Trends`}>
      <AutoGrid min={330} isFit>
        {[FLOW, POWER].map((paramId) => (
          <div key={paramId}>
            <PointsChart
              label={nameOf(paramId, solarPump.type)}
              deviceType={solarPump.type}
              points={[{ ssid, paramId }]}
              view={view}
              height={CHART_PX}
              emptyText={t`No data available`}
            />
          </div>
        ))}
      </AutoGrid>
    </Card>
  );
}
