import { useLingui } from "@lingui/react/macro";
import { Text, Title } from "@mantine/core";
import { getEnergyBaseline } from "@verandah/contract/energy/energy-overview.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";

import { useRoute } from "#data/query/use-route.ts";
import { TimeBars } from "#shared/charts/time-bars.tsx";
import { numberText, quantity, rupeesText } from "#shared/format/number.ts";
import { dateText } from "#shared/format/time.ts";
import { Panel } from "#shared/ui/layout.tsx";
import { Section } from "#shared/ui/section.tsx";

import type { EnergyPeriod } from "./energy-texts.ts";

type Baseline = ReplyOf<typeof getEnergyBaseline>;

/** Energy of the time range and its expected energy from the days before at the same weather: the savings of a change. */
export function BaselineCard({ period }: { period: EnergyPeriod }) {
  const { t } = useLingui();
  const baseline = useRoute(getEnergyBaseline, period);
  return (
    <Section of={baseline} height={160} isPart>
      {(data) => (
        <Panel component="section" display="grid" style={{ gap: 8 }} aria-label={t`Savings`}>
          {data.model ? (
            <>
              <TimeBars
                label={t`Energy by whole day, actual and expected`}
                isBare
                isByDay
                bars={data.days.map(({ day, actual, expected }) => ({
                  label: day,
                  at: `${day}T12:00:00Z`,
                  value: actual,
                  expected,
                }))}
                valueText={(value) => quantity(value, "kilowattHour", 0)}
              />
              <Saved saved={data.saved} />
              <Method model={data.model} />
            </>
          ) : (
            <>
              <Title order={2} size="h5">{t`Energy by whole day, actual and expected`}</Title>
              <Missing {...data} />
            </>
          )}
        </Panel>
      )}
    </Section>
  );
}

function Saved({ saved }: Pick<Baseline, "saved">) {
  const { t } = useLingui();
  if (!saved)
    return <Text size="sm">{t`No whole day of this time has readings of energy and weather.`}</Text>;
  const energy = quantity(Math.abs(saved.kilowattHour), "kilowattHour", 0);
  const uncertainty = quantity(saved.uncertaintyKilowattHour, "kilowattHour", 0);
  const percent = quantity(Math.abs(saved.percent), "percent", 1);
  const { days } = saved;
  const isClear = Math.abs(saved.kilowattHour) > saved.uncertaintyKilowattHour;
  return (
    <>
      <Text size="lg">
        {saved.kilowattHour >= 0
          ? t`${energy} less than expected (± ${uncertainty})`
          : t`${energy} more than expected (± ${uncertainty})`}
      </Text>
      <Text size="sm">
        {percent}
        {saved.rupees !== null && `, ${rupeesText(Math.abs(saved.rupees))}`}
        {" · "}
        {isClear
          ? t`over ${days} whole days, with 90 % confidence`
          : t`over ${days} whole days: no clear difference, it is within the uncertainty`}
      </Text>
    </>
  );
}

function Method({ model }: { model: NonNullable<Baseline["model"]> }) {
  const { t } = useLingui();
  const { days } = model;
  const [from, to] = [model.from, model.to].map((day) => dateText(day, "UTC"));
  const r2 = numberText(model.r2, 2);
  const error = quantity(model.cvrmsePercent, "percent", 1);
  const base = model.baseCelsius === null ? undefined : quantity(model.baseCelsius, "degC", 0);
  const perDegree = quantity(model.kilowattHourPerDegreeDay, "kilowattHour", 1);
  const heldOut =
    model.heldOutPercent === null ? undefined : quantity(Math.abs(model.heldOutPercent), "percent", 1);
  return (
    <Text size="xs" c="dimmed">
      {base === undefined
        ? t`Expected from ${days} days (${from} to ${to}): a level for workdays and one for other days; the weather explains nothing.`
        : t`Expected from ${days} days (${from} to ${to}): a level for workdays and one for other days, and ${perDegree} a day for each degree outside above ${base}.`}{" "}
      {t`R² ${r2}, error of a day ${error} (IPMVP option C).`}
      {heldOut !== undefined && ` ${t`Tried on the last 14 of these days: ${heldOut} off.`}`}
    </Text>
  );
}

function Missing({ reason, daysKnown, daysNeeded }: Baseline) {
  const { t } = useLingui();
  const text =
    reason === "no-meters"
      ? t`There is no energy meter here.`
      : reason === "no-weather"
        ? t`There is no outdoor temperature. Add a weather station.`
        : t`The expected energy needs at least ${daysNeeded} whole days with readings before this time; there are ${daysKnown}.`;
  return (
    <Text size="sm" role="status">
      {text}
    </Text>
  );
}
