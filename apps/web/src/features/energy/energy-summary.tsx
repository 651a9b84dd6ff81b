import { useLingui } from "@lingui/react/macro";
import { Text } from "@mantine/core";
import type { getEnergyOverview } from "@verandah/contract/energy/energy-overview.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";

import { useSession } from "#data/query/session.ts";
import { numberText, quantity, rupeesText } from "#shared/format/number.ts";
import { dateText } from "#shared/format/time.ts";
import { AutoGrid, Panel } from "#shared/ui/layout.tsx";

import { useEnergyTexts } from "./energy-texts.ts";

/** Two times are compared when at least this part of both has readings, %. */
const COMPARED_COVERAGE_PERCENT = 95;

interface Props {
  overview: ReplyOf<typeof getEnergyOverview>;
}

/** The main values of a time range, each with its unknown part. */
export function EnergySummary({ overview }: Props) {
  const { t } = useLingui();
  const { campus } = useSession();
  const texts = useEnergyTexts();
  const { total, before, baseLoad } = overview;
  const [from, to] = [dateText(before.from, campus.timeZone), dateText(before.to, campus.timeZone)];
  const times = from === to ? from : t`${from} to ${to}`;
  const summary = [
    { name: t`Energy`, value: texts.energy(total), notes: [texts.coverage(total), change()] },
    {
      name: t`Cost`,
      value: texts.cost(total.rupees),
      notes: [t`Energy charge without fixed charges and taxes`],
    },
    {
      name: t`Carbon`,
      value: total.carbonKilogram === null ? t`No data` : t`${numberText(total.carbonKilogram)} kg CO2`,
      notes: [t`${numberText(overview.settings.carbonKilogramPerKilowattHour, 3)} kg per kWh`],
    },
    {
      name: t`Base load at night`,
      value: baseLoad ? quantity(baseLoad.kilowatt, "kilowatt", 1) : t`No data`,
      notes: baseLoad
        ? [
            t`Mean from 01:00 to 05:00`,
            baseLoad.rupees === null
              ? undefined
              : t`${rupeesText(baseLoad.rupees)} of the cost, if it runs all the time`,
          ]
        : [],
    },
  ];

  function change(): string {
    if (before.kilowattHour === null || total.kilowattHour === null)
      return t`No readings to compare with from ${times}`;
    if (Math.min(before.coveragePercent, total.coveragePercent) < COMPARED_COVERAGE_PERCENT)
      return t`Too few readings to compare with ${times}`;
    const percent = (100 * (total.kilowattHour - before.kilowattHour)) / before.kilowattHour;
    const share = quantity(Math.abs(percent), "percent", 1);
    return percent > 0
      ? t`${share} more than ${times}, the same weekdays`
      : t`${share} less than ${times}, the same weekdays`;
  }

  return (
    <AutoGrid component="dl" min={200} isFit>
      {summary.map(({ name, value, notes }) => (
        <Panel key={name}>
          <Text component="dt" fz={12.5} c="dimmed">
            {name}
          </Text>
          <Text component="dd" mt={2} fz={22}>
            {value}
          </Text>
          {notes.flatMap((note) =>
            note === undefined ? (
              []
            ) : (
              <Text component="dd" key={note} mt={2} size="xs" c="dimmed">
                {note}
              </Text>
            ),
          )}
        </Panel>
      ))}
    </AutoGrid>
  );
}
