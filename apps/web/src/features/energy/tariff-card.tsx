import { useLingui } from "@lingui/react/macro";
import { Text, Title } from "@mantine/core";
import type { getEnergyOverview } from "@verandah/contract/energy/energy-overview.ts";
import type { ReplyOf } from "@verandah/contract/route.ts";
import { Fragment } from "react";

import { quantity } from "#shared/format/number.ts";

import { rupeesText } from "./energy-texts.ts";

import classes from "./energy.module.css";

/** Energy and its price by the hours of the tariff. */
export function TariffCard({ tariff }: Pick<ReplyOf<typeof getEnergyOverview>, "tariff">) {
  const { t } = useLingui();
  return (
    <section aria-label={t`Energy by hours of the tariff`} className={classes["card"]}>
      <Title order={2} size="h5">{t`Energy by hours of the tariff`}</Title>
      {tariff.length === 0 ? (
        <Text size="sm" c="dimmed">{t`There is no tariff yet. An administrator enters it.`}</Text>
      ) : (
        <dl className={classes["facts"]}>
          {tariff.map(({ name, fromHour, kilowattHour, rupees }) => (
            <Fragment key={fromHour}>
              <dt>{t`${name}, from ${fromHour}:00`}</dt>
              <dd>{`${quantity(kilowattHour, "kilowattHour", 0)}, ${rupeesText(rupees)}`}</dd>
            </Fragment>
          ))}
        </dl>
      )}
    </section>
  );
}
