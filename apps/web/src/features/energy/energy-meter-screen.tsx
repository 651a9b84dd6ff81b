import { Trans, useLingui } from "@lingui/react/macro";
import { Group, Skeleton, Text } from "@mantine/core";
import { type Consumption, getConsumption } from "@verandah/contract/energy/energy.ts";
import { ACTIVE_POWER, energyMeter, POWER_FACTOR } from "@verandah/equipment/types/energy-meter.ts";
import type { ReactNode } from "react";

import { useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";
import { PointsChart } from "#shared/charts/points-chart.tsx";
import { TimeBars } from "#shared/charts/time-bars.tsx";
import { useLocalView } from "#shared/charts/use-trend-view.ts";
import type { EquipmentParts, ShownDevice } from "#shared/equipment/screen/equipment-screen.tsx";
import { EquipmentSummary } from "#shared/equipment/screen/equipment-summary.tsx";
import { TypeScreen } from "#shared/equipment/screen/type-screen.tsx";
import { quantity } from "#shared/format/number.ts";
import { fullText } from "#shared/format/time.ts";
import { searchText, useSearchState } from "#shared/search-state.ts";
import { refusedFieldText } from "#shared/texts/field-text.ts";
import { usePointText } from "#shared/texts/use-point-text.ts";
import { ErrorBanner } from "#shared/ui/feedback/error-banner.tsx";
import { DateField, useTypingPause } from "#shared/ui/fields/date-field.tsx";
import { AutoGrid } from "#shared/ui/layout.tsx";
import { SectionCard } from "#shared/ui/section-card.tsx";
import { useToday } from "#shared/use-now.ts";

import { energyBars } from "./energy-texts.ts";

import classes from "./energy.module.css";

const DAY_MS = 86_400_000;
const CHART_HEIGHT_PX = 170;
/** Source: spec 2 §9. */
const FRACTION_DIGITS = 3;
const LAST_DAY = { lengthMs: DAY_MS };

type MeterPoint = keyof typeof energyMeter.points;
const PAIRS = ["1-2", "2-3", "3-1"] as const;

const parts: EquipmentParts = { Summary: MeterValues, trends: "none" };

/** One energy meter. Source: spec 2 §2 Energy meter screen. */
export function EnergyMeterScreen() {
  const { t } = useLingui();
  return (
    <TypeScreen
      type={energyMeter.type}
      label={t`Energy Meter`}
      title={t`EMS`}
      missing={t`There is no such energy meter.`}
      parts={parts}
    />
  );
}

/** The tiles and the charts of a meter. */
function MeterValues({ device: { ssid }, latest }: ShownDevice) {
  const { t } = useLingui();
  const view = useLocalView(LAST_DAY);
  const { nameOf } = usePointText();
  const labels: { [P in MeterPoint]?: string | undefined } = {
    presentDemand: t`Kilo Watt`,
    apparentPowerTotal: undefined,
    [ACTIVE_POWER]: undefined,
    [POWER_FACTOR]: t`Average PF`,
    volatage_LL_average: t`L-L Voltage[Avg]`,
    volatage_LN_average: t`L-N Voltage[Avg]`,
    currentAverage: undefined,
    Frequency: undefined,
  };
  const charts: { label: string; points: MeterPoint[] }[] = [
    { label: t`L-L Voltage`, points: PAIRS.map((pair) => `em_volatge_LL_phase_${pair}` as const) },
    { label: t`L-N Voltage`, points: PAIRS.map((pair) => `em_volatge_LN_phase_${pair}` as const) },
    {
      label: nameOf("currentAverage", energyMeter.type),
      points: ["em_currentPhase1", "em_currentPhase2", "em_currentPhase3"],
    },
    { label: nameOf(POWER_FACTOR, energyMeter.type), points: [POWER_FACTOR] },
  ];
  return (
    <>
      <EquipmentSummary
        deviceType={energyMeter.type}
        summary={Object.keys(labels)}
        labels={labels}
        fractionDigits={FRACTION_DIGITS}
        latest={latest}
      />
      <ConsumptionCharts ssid={ssid}>
        {charts.map(({ label, points }) => (
          <SectionCard key={label} title={label}>
            <PointsChart
              label={label}
              deviceType={energyMeter.type}
              points={points.map((paramId) => ({ ssid, paramId }))}
              view={view}
              height={CHART_HEIGHT_PX}
              marksOf={ssid}
              limits={[]}
              fractionDigits={FRACTION_DIGITS}
              emptyText={t`No data available`}
              clearsOnFailure
            />
          </SectionCard>
        ))}
      </ConsumptionCharts>
    </>
  );
}

/** Energy by hour before the other charts, and by day after them. The day is in the address. */
function ConsumptionCharts({ ssid, children }: { ssid: string; children: ReactNode }) {
  const { t } = useLingui();
  const { campus } = useSession();
  const [search, change] = useSearchState();
  const date = searchText(search["date"]);
  const today = useToday(campus.timeZone);
  const apply = useTypingPause((day: string) => change({ date: day || undefined }, { replace: true }));
  const { data, error } = useRoute(
    getConsumption,
    { ssid, date },
    // A day of the past does not change while it is shown.
    { isLoadedOnce: date !== undefined && date < today },
  );
  // A failure clears the charts. Source: spec 2 §4 Refresh, §8.
  const { hours, days } = error ? { hours: [], days: [] } : { hours: data?.hours, days: data?.days };
  const restart = data?.lastRestart;
  const restartTime = restart ? fullText(restart.at, campus.timeZone) : "";
  const coverage = quantity(data?.coveragePercent ?? 0, "percent");
  return (
    <>
      <Group align="flex-end" gap="md">
        <DateField
          label={t`Consumption of the day`}
          max={today}
          value={date ?? ""}
          onChange={(day, text) => {
            if (day === "" && text !== "") apply.cancel();
            else apply(day);
          }}
          onBlur={apply.flush}
        />
        {data && <Text size="sm" c="dimmed">{t`Readings cover ${coverage} of the 7 days.`}</Text>}
        {restart && (
          <Text size="sm" c="dimmed">
            {restart.cause === "overflow"
              ? t`The counter overflowed: ${restartTime}.`
              : t`The counter began again, by a restart or a new meter: ${restartTime}.`}
          </Text>
        )}
      </Group>
      <ErrorBanner text={refusedFieldText(error)} />
      <AutoGrid min={420} gap={14} isFit className={classes["charts"] ?? ""}>
        <SectionCard title={t`24 Hour Consumption`}>
          <Bars all={hours} label={t`24 Hour Consumption`} isByDay={false} />
        </SectionCard>
        {children}
        <SectionCard title={t`7 Days Consumption`}>
          <Bars all={days} label={t`7 Days Consumption`} isByDay />
        </SectionCard>
      </AutoGrid>
    </>
  );
}

interface BarsProps {
  all: readonly Consumption[] | undefined;
  label: string;
  isByDay: boolean;
}

function Bars({ all, label, isByDay }: BarsProps) {
  if (!all) return <Skeleton height={CHART_HEIGHT_PX} />;
  if (all.every(({ kilowattHour }) => kilowattHour === null))
    return (
      <Text size="sm" c="dimmed" mih={CHART_HEIGHT_PX} role="status">
        <Trans>No data available</Trans>
      </Text>
    );
  return (
    <TimeBars
      label={label}
      isBare
      isByDay={isByDay}
      bars={energyBars(all)}
      valueText={(value) => quantity(value, "kilowattHour", FRACTION_DIGITS)}
    />
  );
}
