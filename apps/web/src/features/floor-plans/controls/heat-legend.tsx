import { useLingui } from "@lingui/react/macro";
import { Box, Group } from "@mantine/core";
import type { HeatMap } from "@verandah/contract/floor-plans/floor-plans.ts";
import type { ReactNode } from "react";

import { numberText } from "#shared/format/number.ts";

import classes from "../map-legend.module.css";

/**
 * The one scale of the measurements: no colour within the limits, and a hue with a sign on each side of them. The legend has the signs only,
 * so that a plan without a fault stays without the colour of one.
 */
export function LimitsLegend() {
  const { t } = useLingui();
  return (
    <Signs>
      <Sign mark="▼">{t`Below its limit`}</Sign>
      <Sign kind="neutral">{t`Within its limits`}</Sign>
      <Sign mark="▲">{t`Above its limit`}</Sign>
      <Sign kind="stale">{t`Stale value`}</Sign>
      <Sign kind="none">{t`No data`}</Sign>
    </Signs>
  );
}

interface PeopleProps {
  /** Of occupied zones, when their number has no scale. */
  color?: string;
  scale?: HeatMap["scale"];
  /** A number may lack some sensors. */
  isPartly?: boolean;
}

/** The colours of people: none where no people are. */
export function PeopleLegend({ color, scale = [], isPartly = false }: PeopleProps) {
  const { t } = useLingui();
  const colors = scale.map((stop) => stop.color).join(", ");
  return (
    <div>
      {scale.length > 0 && (
        <>
          <Box h={14} bdrs={4} bd="1px solid var(--app-line)" bg={`linear-gradient(to right, ${colors})`} />
          <Group component="ol" justify="space-between" mt={2} mb={8} fz={12} aria-label={t`Colour scale`}>
            {scale.map(({ value }) => (
              <li key={value}>{numberText(value)}</li>
            ))}
          </Group>
        </>
      )}
      <Signs>
        {color !== undefined && <Sign color={color}>{t`Occupied`}</Sign>}
        <Sign kind="neutral">{t`No people`}</Sign>
        {isPartly && <Sign kind="stale">{t`Some sensors do not report`}</Sign>}
        <Sign kind="none">{t`No data`}</Sign>
      </Signs>
    </div>
  );
}

function Signs({ children }: { children: ReactNode }) {
  const { t } = useLingui();
  return (
    <Group component="ul" gap="4px 16px" fz={13} aria-label={t`Legend`}>
      {children}
    </Group>
  );
}

interface SignProps {
  color?: string;
  kind?: "neutral" | "stale" | "none";
  mark?: string;
  children: ReactNode;
}

const Sign = ({ color, kind, mark, children }: SignProps) => (
  <Group component="li" gap={6}>
    {mark ? (
      <span aria-hidden>{mark}</span>
    ) : (
      <span
        className={classes["swatch"]}
        data-kind={kind}
        // As faint as a zone of the plan.
        {...(color !== undefined && { style: { background: color, opacity: 0.7 } })}
      />
    )}
    {children}
  </Group>
);
