import { useLingui } from "@lingui/react/macro";
import { Group, Text } from "@mantine/core";
import { getEnergyDemand } from "@verandah/contract/energy/energy-overview.ts";

import { useRoute } from "#data/query/use-route.ts";
import { TimeBars } from "#shared/charts/time-bars.tsx";
import { quantity } from "#shared/format/number.ts";
import { useMomentText } from "#shared/format/use-time-text.ts";
import { FactList } from "#shared/ui/fact-list.tsx";
import { StateIcon } from "#shared/ui/feedback/state.tsx";
import { Panel } from "#shared/ui/layout.tsx";
import { Section } from "#shared/ui/section.tsx";

const kilowatts = (value: number) => quantity(value, "kilowatt", 0);

/** Demand of today with its forecast, and the month's peak beside the contract. */
export function DemandCard({ id }: { id: number }) {
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
