import { useLingui } from "@lingui/react/macro";
import { Group } from "@mantine/core";
import type { HeatMap } from "@verandah/contract/floor-plans/floor-plans.ts";
import type { ReactNode } from "react";

import { quantity } from "#shared/format/number.ts";

import classes from "../map-legend.module.css";

interface Props extends Pick<HeatMap, "scale" | "unit"> {
  /** Values have limits. */
  hasLimits?: boolean;
}

/** The scale with its numbers, unless it is empty; below it the marks for values out of limits and without fresh or complete data. */
export function HeatLegend({ scale, unit, hasLimits = false }: Props) {
  const { t } = useLingui();
  const colors = scale.map(({ color }) => color).join(", ");
  return (
    <div>
      {scale.length > 0 && (
        <>
          <div className={classes["bar"]} style={{ background: `linear-gradient(to right, ${colors})` }} />
          <Group component="ol" justify="space-between" mt={2} mb={8} fz={12} aria-label={t`Colour scale`}>
            {scale.map(({ value }) => (
              <li key={value}>{quantity(value, unit)}</li>
            ))}
          </Group>
        </>
      )}
      <Group component="ul" gap="4px 16px" fz={13} aria-label={t`Legend`}>
        {hasLimits && (
          <>
            <Sign>
              <span aria-hidden>▲</span>
              {t`Above its limit`}
            </Sign>
            <Sign>
              <span aria-hidden>▼</span>
              {t`Below its limit`}
            </Sign>
          </>
        )}
        <Sign>
          <span className={classes["swatch"]} data-kind="stale" />
          {hasLimits ? t`Stale value` : t`Some sensors do not report`}
        </Sign>
        <Sign>
          <span className={classes["swatch"]} data-kind="none" />
          {t`No data`}
        </Sign>
      </Group>
    </div>
  );
}

const Sign = ({ children }: { children: ReactNode }) => (
  <Group component="li" gap={6}>
    {children}
  </Group>
);
