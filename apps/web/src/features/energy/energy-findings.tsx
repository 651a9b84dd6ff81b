import { useLingui } from "@lingui/react/macro";
import { List, Text, Title } from "@mantine/core";
import { listEnergyFindings } from "@verandah/contract/energy/energy-overview.ts";
import { energyMeter } from "@verandah/equipment/types/energy-meter.ts";

import { useRoute } from "#data/query/use-route.ts";
import { quantity } from "#shared/format/number.ts";
import { useMomentText } from "#shared/format/use-time-text.ts";
import { useLanguage } from "#shared/texts/use-language.ts";
import { AlarmLink } from "#shared/ui/alarm-link.tsx";
import { Loading } from "#shared/ui/feedback/loading.tsx";

import { useEnergyTexts } from "./energy-texts.ts";
import type { EnergyPeriod } from "./use-energy-period.ts";

import classes from "./energy.module.css";

/** Energy that empty floors used, with its cost so far. */
export function EnergyFindings({ period }: { period: EnergyPeriod }) {
  const { t } = useLingui();
  const title = energyMeter.alarms["energy-wasted"].title[useLanguage()];
  const momentText = useMomentText();
  const texts = useEnergyTexts();
  const { data, error } = useRoute(listEnergyFindings, period);
  if (!data) return <Loading error={error} height={120} />;
  return (
    <section aria-label={title} className={classes["card"]}>
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
    </section>
  );
}
