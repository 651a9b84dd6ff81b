import { useLingui } from "@lingui/react/macro";

import { quantity } from "#shared/format/number.ts";

/** A calculated value in words. */
export function useFigures() {
  const { t } = useLingui();
  return {
    figure: (value: number | null, unit: string, fractionDigits: number): string =>
      value === null ? t`No data` : quantity(value, unit, fractionDigits),
  };
}
