import { useLingui } from "@lingui/react/macro";
import {
  IconAlertTriangleFilled,
  IconCircleCheckFilled,
  IconHelpCircle,
  IconPower,
} from "@tabler/icons-react";
import type { Comparison } from "@verandah/contract/hvac/air-comparison.ts";

import { differenceText } from "#shared/format/number.ts";
import { StateText } from "#shared/ui/feedback/state-text.tsx";
import { useShownState } from "#shared/ui/feedback/state.tsx";

interface Props {
  comparison: Comparison;
  /** Reading minus setpoint, K. */
  differenceKelvin?: number | undefined;
}

/** Source: spec 2 §4. */
const WITHIN_KELVIN = 1;

/** Ink of each; green only where the specification names it. */
export const comparisonInks: Record<Comparison, string> = {
  held: "var(--text-fine)",
  missed: "var(--text-critical)",
  off: "dimmed",
  unknown: "dimmed",
};

const icons = {
  held: IconCircleCheckFilled,
  missed: IconAlertTriangleFilled,
  off: IconPower,
  unknown: IconHelpCircle,
} as const;

/**
 * Whether a reading is at setpoint: green within ±1, otherwise red; grey when the unit is off or the values are unknown. Source: spec 2 §4.
 */
export function ComparisonMark({ differenceKelvin, ...props }: Props) {
  const { t } = useLingui();
  const comparison = useShownState()(props.comparison);
  const Icon = icons[comparison];
  const missed = (kelvin: number | undefined) => {
    if (kelvin === undefined) return t`Not held`;
    const by = differenceText(kelvin, WITHIN_KELVIN);
    return kelvin > 0 ? t`${by} °C above setpoint` : t`${by} °C below setpoint`;
  };
  const words = {
    held: t({ message: "Held", comment: "A setpoint that the reading is within 1 degree of" }),
    missed: missed(differenceKelvin),
    off: t({ message: "Unit is off", comment: "An air handling unit" }),
    unknown: t({ message: "Unknown", comment: "Whether a setpoint is held" }),
  };
  return (
    <StateText
      fz={12}
      data-state={comparison}
      c={comparisonInks[comparison]}
      style={{ verticalAlign: "middle", alignSelf: "center" }}
    >
      <Icon size={14} aria-hidden />
      {words[comparison]}
    </StateText>
  );
}
