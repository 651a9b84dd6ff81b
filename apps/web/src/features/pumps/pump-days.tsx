import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Card, Text } from "@mantine/core";
import type { PumpDetails } from "@verandah/contract/pumps/pumps.ts";

import { useSession } from "#data/query/session.ts";
import { TimeBars } from "#shared/charts/time-bars.tsx";
import { numberText, quantity } from "#shared/format/number.ts";
import { dayText } from "#shared/format/time.ts";
import { AutoGrid } from "#shared/ui/layout.tsx";
import { useToday } from "#shared/use-now.ts";

import classes from "./pumps.module.css";

/** A day with less readings is incomplete, %. */
const COMPLETE_PERCENT = 95;

/** Water and energy of a pump by day; days with too few readings are marked. */
export function PumpDays({ days }: { days: PumpDetails["days"] }) {
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
