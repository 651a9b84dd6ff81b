import { useLingui } from "@lingui/react/macro";
import { Button, Group, List, Stack, Text, Title } from "@mantine/core";
import {
  ENERGY_DAYS_MAX,
  exportEnergy,
  getEnergyOverview,
  listEnergyFindings,
  getEnergyDemand,
} from "@verandah/contract/energy/energy-overview.ts";
import { saveEnergySettings } from "@verandah/contract/energy/energy-settings.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";
import { energyMeter } from "@verandah/equipment/types/energy-meter.ts";
import { useState } from "react";

import { admits, useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";
import { TimeBars } from "#shared/charts/time-bars.tsx";
import { ExportButtons } from "#shared/export/export-buttons.tsx";
import { useExport } from "#shared/export/use-export.ts";
import { quantity, rupeesText } from "#shared/format/number.ts";
import { useMomentText } from "#shared/format/use-time-text.ts";
import { searchText, useSearchState } from "#shared/search-state.ts";
import { useLanguage } from "#shared/texts/use-language.ts";
import { AlarmLink } from "#shared/ui/alarm-link.tsx";
import { FactList } from "#shared/ui/fact-list.tsx";
import { ErrorBanner } from "#shared/ui/feedback/error-banner.tsx";
import { StateIcon } from "#shared/ui/feedback/state.tsx";
import { AutoGrid, Panel } from "#shared/ui/layout.tsx";
import { PageTitle } from "#shared/ui/page-title.tsx";
import { Section } from "#shared/ui/section.tsx";
import { TimeRangePicker } from "#shared/ui/time-range/time-range-picker.tsx";
import { useTimeRange } from "#shared/ui/time-range/use-time-range.ts";

import { BaselineCard } from "./baseline-card.tsx";
import { EnergySummary } from "./energy-summary.tsx";
import { energyBars, type EnergyPeriod, useEnergyTexts } from "./energy-texts.ts";
import { EnergyTree } from "./energy-tree.tsx";
import { TariffForm } from "./tariff-form.tsx";

/** Energy, cost and carbon of a building or a floor over a time. */
export function EnergyScreen() {
  const { t } = useLingui();
  const { role, building } = useSession();
  const [search, change] = useSearchState();
  const range = useTimeRange({ first: "this-month", maxDays: ENERGY_DAYS_MAX, isByDay: true });
  const period = { id: Number(searchText(search["place"]) ?? building.id), ...range.days };
  const isBuilding = period.id === building.id;
  const language = useLanguage();
  const exporting = useExport();
  const [isTariffOpen, setTariffOpen] = useState(false);
  const overview = useRoute(getEnergyOverview, period, { enabled: !range.isWrong });
  const { data } = overview;
  return (
    <Stack gap={14}>
      <Group justify="space-between" align="flex-end" gap="xs">
        <PageTitle>{data && !isBuilding ? t`Energy of ${data.tree.name}` : t`Energy`}</PageTitle>
        <Group gap="xs">
          {admits(saveEnergySettings.access, role.id) && (
            <Button variant="default" onClick={() => setTariffOpen(true)}>{t`Tariff`}</Button>
          )}
          <ExportButtons
            isDisabled={!data}
            exporting={exporting}
            route={exportEnergy}
            inputOf={(format) => ({ ...period, format, language })}
            name="energy"
          />
        </Group>
      </Group>
      <Group align="flex-end" gap="md">
        <TimeRangePicker range={range} />
        {!isBuilding && (
          <Button variant="subtle" onClick={() => change({ place: undefined })}>{t`Whole building`}</Button>
        )}
      </Group>
      <ErrorBanner text={exporting.failure} onClose={exporting.forgetFailure} />
      {!range.isWrong && (
        <Section of={overview} height={480}>
          {(energy) => (
            <>
              <EnergySummary overview={energy} />
              {energy.total.kilowattHour === null && (
                <Text c="dimmed" role="status">{t`No energy meter has readings in this time.`}</Text>
              )}
              <AutoGrid min={420} gap={14} isFit style={{ alignItems: "start" }}>
                <Stack gap={14}>
                  <TimeBars
                    label={t`Energy by day`}
                    isByDay
                    bars={energyBars(energy.days)}
                    valueText={(value) => quantity(value, "kilowattHour", 0)}
                  />
                  <BaselineCard period={period} />
                </Stack>
                <Stack gap={14}>
                  <DemandCard id={period.id} />
                  <TariffCard tariff={energy.tariff} />
                  <EnergyFindings period={period} />
                </Stack>
              </AutoGrid>
              <EnergyTree tree={energy.tree} total={energy.total} />
            </>
          )}
        </Section>
      )}
      {isTariffOpen && <TariffForm onClose={() => setTariffOpen(false)} />}
    </Stack>
  );
}

/** Energy and its price by the hours of the tariff. */
function TariffCard({ tariff }: Pick<ReplyOf<typeof getEnergyOverview>, "tariff">) {
  const { t } = useLingui();
  return (
    <Panel component="section" display="grid" style={{ gap: 8 }} aria-label={t`Energy by tariff period`}>
      <Title order={2} size="h5">{t`Energy by tariff period`}</Title>
      {tariff.length === 0 ? (
        <Text size="sm" c="dimmed">{t`There is no tariff yet. An administrator enters it.`}</Text>
      ) : (
        <FactList
          facts={tariff.map(({ name, kilowattHour, rupees, ...period }) => {
            const fromHour = String(period.fromHour).padStart(2, "0");
            return [
              t`${name}, from ${fromHour}:00`,
              `${quantity(kilowattHour, "kilowattHour", 0)}, ${rupeesText(rupees)}`,
            ];
          })}
        />
      )}
    </Panel>
  );
}

/** Energy that empty floors used, with its cost so far. */
function EnergyFindings({ period }: { period: EnergyPeriod }) {
  const { t } = useLingui();
  const title = energyMeter.alarms["energy-wasted"].title[useLanguage()];
  const momentText = useMomentText();
  const texts = useEnergyTexts();
  const findings = useRoute(listEnergyFindings, period);
  return (
    <Section of={findings} height={120} isPart>
      {(data) => (
        <Panel component="section" display="grid" style={{ gap: 8 }} aria-label={title}>
          <Title order={2} size="h5">
            {title}
          </Title>
          {data.length === 0 && (
            <Text size="sm" role="status">{t`No empty floor used more than its limit in this time.`}</Text>
          )}
          <List size="sm" spacing={6} listStyleType="none">
            {data.map((finding) => {
              const { place, meter } = finding;
              const from = momentText(finding.from);
              const to = finding.to === null ? undefined : momentText(finding.to);
              const limit = quantity(finding.limitKilowatt, "kilowatt", 1);
              return (
                <List.Item key={finding.alarmId}>
                  <AlarmLink alarmId={finding.alarmId}>{place}</AlarmLink>{" "}
                  {to === undefined ? t`since ${from}` : t`${from} to ${to}`}:{" "}
                  <strong>
                    {texts.energy(finding)}
                    {finding.rupees !== null && `, ${texts.cost(finding.rupees)}`}
                  </strong>
                  <Text size="xs" c="dimmed">
                    {t`Above the limit of ${limit} for an empty floor.`}
                    {meter !== null && ` ${t`Most of it: ${meter}`}`}
                  </Text>
                </List.Item>
              );
            })}
          </List>
        </Panel>
      )}
    </Section>
  );
}

const kilowatts = (value: number) => quantity(value, "kilowatt", 0);

/** Demand of today with its forecast, and the month's peak beside the contract. */
function DemandCard({ id }: { id: number }) {
  const { t } = useLingui();
  const momentText = useMomentText();
  const demand = useRoute(getEnergyDemand, { id });
  return (
    <Section of={demand} height={160} isPart>
      {({ contractKilowatt, today, monthPeak, monthCoveragePercent, forecast }) => {
        function textOf(peak: { at: string; kilowatt: number } | null | undefined) {
          if (!peak) return undefined;
          const [value, time] = [kilowatts(peak.kilowatt), momentText(peak.at)];
          const text = t`${value} at ${time}`;
          if (contractKilowatt === null || peak.kilowatt <= contractKilowatt) return text;
          return (
            <Group gap={6} justify="flex-end">
              <StateIcon state="critical" isColored />
              {text}
            </Group>
          );
        }
        const contract = contractKilowatt === null ? t`not set` : kilowatts(contractKilowatt);
        const covered = quantity(monthCoveragePercent, "percent", 0);
        const days = forecast?.days ?? 0;
        return (
          <Panel component="section" display="grid" style={{ gap: 8 }} aria-label={t`Demand`}>
            <TimeBars
              label={t`Demand today, 15-minute averages`}
              isBare
              isByDay={false}
              limit={contractKilowatt ?? undefined}
              bars={[
                ...today.map(({ at, kilowatt, expected }) => ({ label: at, at, value: kilowatt, expected })),
                ...(forecast?.quarters ?? []).map(({ at, kilowatt }) => ({
                  label: at,
                  at,
                  value: kilowatt,
                  isForecast: true,
                })),
              ]}
              valueText={kilowatts}
            />
            <FactList
              facts={[
                [t`Contract demand`, contract],
                [t`Peak this month`, textOf(monthPeak) ?? t`No data`],
                [t`Expected peak of today`, textOf(forecast?.peak) ?? t`No forecast yet`],
              ]}
            />
            <Text size="xs" c="dimmed">
              {forecast
                ? t`All meters reported for ${covered} of the month. Expected from ${days} days of the same kind and the last two hours.`
                : t`All meters reported for ${covered} of the month.`}
            </Text>
          </Panel>
        );
      }}
    </Section>
  );
}
