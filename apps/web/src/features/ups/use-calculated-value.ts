import { useLingui } from "@lingui/react/macro";

import { quantity } from "#shared/format/number.ts";

/** Formats a calculated value. */
export function useCalculatedValue() {
  const { t } = useLingui();
  return {
    valueText: (value: number | null, unit: string, fractionDigits: number): string =>
      value === null ? t`No data` : quantity(value, unit, fractionDigits),
  };
}
