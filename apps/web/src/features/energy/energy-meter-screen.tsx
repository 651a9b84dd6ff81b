import { Trans, useLingui } from "@lingui/react/macro";
import { Card, Group, Skeleton, Stack, Text } from "@mantine/core";
import { listLocationMetrics } from "@verandah/contract/buildings.ts";
import { listDevices } from "@verandah/contract/devices/devices.ts";
import { type Consumption, getConsumption } from "@verandah/contract/energy/energy.ts";
import { ACTIVE_POWER, energyMeter, POWER_FACTOR } from "@verandah/equipment/types/energy-meter.ts";
import type { ReactNode } from "react";

import { useLatest } from "#data/live/readings.ts";
import { useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";
import { byName } from "#shared/by-name.ts";
import { PointsChart } from "#shared/charts/points-chart.tsx";
import { TimeBars } from "#shared/charts/time-bars.tsx";
import { useLocalView } from "#shared/charts/use-trend-view.ts";
import { DeviceChoice } from "#shared/equipment/device-choice.tsx";
import { EquipmentAlarms } from "#shared/equipment/equipment-alarms.tsx";
import { EquipmentSummary } from "#shared/equipment/equipment-summary.tsx";
import { OfflineNote } from "#shared/equipment/offline-note.tsx";
import { quantity } from "#shared/format/number.ts";
import { fullText } from "#shared/format/time.ts";
import { searchText, useSearchState } from "#shared/search-state.ts";
import { refusedFieldText } from "#shared/texts/field-text.ts";
import { usePointText } from "#shared/texts/use-point-text.ts";
import { ErrorBanner } from "#shared/ui/feedback/error-banner.tsx";
import { DateField, useTypingPause } from "#shared/ui/fields/date-field.tsx";
import { PageTitle } from "#shared/ui/page-title.tsx";
import { SectionCard } from "#shared/ui/section-card.tsx";
import { Section } from "#shared/ui/section.tsx";
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

/** The meter of the address; without one, the first of the first floor. */
function useMeter() {
  const { building } = useSession();
  const [search] = useSearchState();
  const list = useRoute(listDevices, { id: building.id, type: energyMeter.type }, { select: byName });
  const { data: meters } = list;
  const { data: floors } = useRoute(listLocationMetrics, { id: building.id });
  const named = searchText(search["device"]);
  const firstFloor = floors?.find(({ id }) => meters?.some(({ floorId }) => floorId === id));
  const first = meters?.find(({ floorId }) => floorId === firstFloor?.id) ?? meters?.[0];
  const meter = named === undefined ? first : meters?.find(({ ssid }) => ssid === named);
  return { meter, list };
}

/** One energy meter. Source: spec 2 §2 Energy meter screen. */
export function EnergyMeterScreen() {
  const { t } = useLingui();
  const { meter, list } = useMeter();
  return (
    <Stack gap={14}>
      <Group justify="space-between" align="flex-end" gap="xs">
        <div>
          <PageTitle>{meter?.name ?? t`EMS`}</PageTitle>
          <OfflineNote unit={meter} />
        </div>
        <DeviceChoice ssid={meter?.ssid} deviceType={energyMeter.type} label={t`Energy Meter`} />
      </Group>
      <Section of={list} height={480}>
        {() => !meter && <Text c="dimmed">{t`There is no such energy meter.`}</Text>}
      </Section>
      {meter && <Meter key={meter.ssid} ssid={meter.ssid} />}
    </Stack>
  );
}

function Meter({ ssid }: { ssid: string }) {
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
  const latest = useLatest(ssid);
  return (
    <>
      <Section of={latest} height={120}>
        {(readings) => (
          <EquipmentSummary
            deviceType={energyMeter.type}
            summary={Object.keys(labels)}
            labels={labels}
            fractionDigits={FRACTION_DIGITS}
            latest={readings}
          />
        )}
      </Section>
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
      <Card component="section" padding="sm">
        <EquipmentAlarms ssid={ssid} />
      </Card>
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
      <div className={classes["charts"]}>
        <SectionCard title={t`24 Hour Consumption`}>
          <Bars all={hours} label={t`24 Hour Consumption`} isByDay={false} />
        </SectionCard>
        {children}
        <SectionCard title={t`7 Days Consumption`}>
          <Bars all={days} label={t`7 Days Consumption`} isByDay />
        </SectionCard>
      </div>
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
      isByDay={isByDay}
      bars={energyBars(all)}
      valueText={(value) => quantity(value, "kilowattHour", FRACTION_DIGITS)}
    />
  );
}
