import { useLingui } from "@lingui/react/macro";
import type { EnergySum } from "@verandah/contract/energy/energy-overview.ts";
import type { Consumption } from "@verandah/contract/energy/energy.ts";

import { quantity, rupeesText } from "#shared/format/number.ts";

/** Whole days of a building or a floor. */
export interface EnergyPeriod {
  readonly id: number;
  readonly from: string;
  readonly to: string;
}

/** Readings of nearly the whole time: no note is shown. */
const NEARLY_ALL_PERCENT = 99.5;

/** Energy of hours or days as bars. */
export const energyBars = (all: readonly Consumption[]) =>
  all.map(({ from, kilowattHour, estimatedKilowattHour, isComplete }) => ({
    label: from,
    at: from,
    value: kilowattHour,
    isComplete,
    isEstimated: estimatedKilowattHour > 0,
  }));

/** Texts of energy values. */
export function useEnergyTexts() {
  const { t } = useLingui();
  return {
    energy: (sum: Pick<EnergySum, "kilowattHour">) =>
      sum.kilowattHour === null ? t`No data` : quantity(sum.kilowattHour, "kilowattHour", 0),
    cost: (rupees: number | null) => (rupees === null ? t`No tariff` : rupeesText(rupees)),
    /** The unknown part of a value; undefined when it is complete. */
    coverage({ coveragePercent, estimatedKilowattHour, kilowattHour }: EnergySum): string | undefined {
      if (kilowattHour === null || coveragePercent >= NEARLY_ALL_PERCENT) return undefined;
      const share = quantity(coveragePercent, "percent", 0);
      const estimated = quantity(estimatedKilowattHour, "kilowattHour", 0);
      return estimatedKilowattHour >= 1
        ? t`Readings cover ${share}; ${estimated} estimated`
        : t`Readings cover ${share}`;
    },
  };
}
