import "@mantine/core/styles.layer.css";
import { plural } from "@lingui/core/macro";
import { useLingui, Trans } from "@lingui/react/macro";
import { Card, Text } from "@mantine/core";
import { type Pump, getPump, type PumpDetails } from "@verandah/contract/pumps/pumps.ts";
import { FLOW, POWER, solarPump } from "@verandah/equipment/types/solar-pump.ts";

import { useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";
import { PointsChart } from "#shared/charts/points-chart.tsx";
import { TimeBars } from "#shared/charts/time-bars.tsx";
import { useLocalView } from "#shared/charts/use-trend-view.ts";
import { numberText, quantity } from "#shared/format/number.ts";
import { dayText } from "#shared/format/time.ts";
import { usePointText } from "#shared/texts/use-point-text.ts";
import { AutoGrid } from "#shared/ui/layout.tsx";
import { useToday } from "#shared/use-now.ts";

import { usePumpDataView } from "./pump-data-view.ts";
import { PumpData } from "./pump-data.tsx";
import { PumpStatement } from "./pump-statement.tsx";

import classes from "./pumps.module.css";

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

/** A day with less readings is incomplete, %. */
const COMPLETE_PERCENT = 95;

/** Water and energy of a pump by day; days with too few readings are marked. */
function PumpDays({ days }: { days: PumpDetails["days"] }) {
  const { t } = useLingui();
  const { campus } = useSession();
  const bars = (value: (day: PumpDetails["days"][number]) => number | null) =>
    days.map((day) => ({
      label: day.date,
      // Noon, which every time zone has on this day.
      at: `${day.date}T12:00:00Z`,
      value: value(day),
      isComplete: day.completenessPercent >= COMPLETE_PERCENT,
    }));
  const known = days.filter(({ litres }) => litres !== null);
  const total = known.reduce((sum, { litres }) => sum + (litres ?? 0), 0);
  const today = days.at(-1);
  const isToday = today?.date === useToday(campus.timeZone);
  const day = today && dayText(Date.parse(`${today.date}T12:00:00Z`), "UTC");
  const run = today?.runHours ?? null;
  const incomplete = days.filter(({ completenessPercent: part }) => part < COMPLETE_PERCENT).length;
  const count = days.length;
  return (
    <Card component="section" padding="sm" aria-label={t`By day`}>
      <dl className={classes["facts"]}>
        <div>
          <dt>{isToday ? t`Running today` : t`Running on ${day}`}</dt>
          <dd>{run === null ? t`No data` : quantity(run, "hour", 1)}</dd>
        </div>
        <div>
          <dt>{isToday ? t`Energy today` : t`Energy on ${day}`}</dt>
          <dd>
            {today?.kilowattHour == null ? t`No data` : quantity(today.kilowattHour, "kilowattHour", 1)}
          </dd>
        </div>
        <div>
          <dt>{plural(count, { one: "Water in # day", other: "Water in # days" })}</dt>
          <dd>{known.length === 0 ? t`No data` : t`${numberText(total)} L`}</dd>
        </div>
        <div>
          <dt>{isToday ? t`Readings today` : t`Readings on ${day}`}</dt>
          <dd>{quantity(today?.completenessPercent ?? 0, "percent", 0)}</dd>
        </div>
      </dl>
      <AutoGrid min={330} isFit>
        <TimeBars
          label={t`Water per day (L)`}
          isByDay
          bars={bars(({ litres }) => litres)}
          valueText={(litres) => t`${numberText(litres)} L`}
        />
        <TimeBars
          label={t`Energy per day (kWh)`}
          isByDay
          bars={bars(({ kilowattHour }) => kilowattHour)}
          valueText={(energy) => quantity(energy, "kilowattHour", 1)}
        />
      </AutoGrid>
      {incomplete > 0 && (
        <Text size="sm" c="dimmed" mt="xs">
          <Trans>Days with readings missing: {incomplete}. They may have had more.</Trans>
        </Text>
      )}
    </Card>
  );
}
