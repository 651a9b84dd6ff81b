import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { IconAlertTriangleFilled, IconCircleCheckFilled, IconHelpCircle } from "@tabler/icons-react";
import type { AirUnit } from "@verandah/contract/hvac/hvac.ts";

import type { ZoneSummary } from "./zone-summary.ts";

import classes from "./comparison.module.css";

interface Props {
  zones: readonly ZoneSummary[];
  /** All units and boxes shown, to count those that do not report. */
  units: readonly AirUnit[];
  isOutdated: boolean;
}

const icons = {
  missed: IconAlertTriangleFilled,
  held: IconCircleCheckFilled,
  unknown: IconHelpCircle,
} as const;

/** The number of zones that do not hold their setpoint, and of zones without data. */
export function ZonesVerdict({ zones, units, isOutdated }: Props) {
  const { t } = useLingui();
  if (zones.length === 0) return null;
  const count = zones.length;
  const countOf = (comparison: ZoneSummary["comparison"]) =>
    zones.filter((zone) => zone.comparison === comparison).length;
  const [missed, held, off] = [countOf("missed"), countOf("held"), countOf("off")];
  const offline = units.filter((unit) => unit.state === "offline").length;
  const unreached = units.filter((unit) => unit.state === "unknown").length;
  const isAllKnown = missed + held + off === count && offline + unreached === 0;
  const parts = [
    missed > 0
      ? plural(count, {
          one: "# zone is more than 1 °C from its setpoint",
          other: `${missed} of # zones are more than 1 °C from their setpoint`,
        })
      : held > 0 &&
        plural(count, {
          one: "# zone holds its setpoint",
          other: `${held} of # zones hold their setpoint`,
        }),
    off > 0 && plural(off, { one: "Unit off in # zone", other: "Unit off in # zones" }),
    offline > 0 && plural(offline, { one: "# unit offline", other: "# units offline" }),
    unreached > 0 && plural(unreached, { one: "# unit does not report", other: "# units do not report" }),
  ].filter((part) => part !== false);
  const state = isOutdated ? "unknown" : missed > 0 ? "missed" : isAllKnown && held > 0 ? "held" : "unknown";
  const Icon = icons[state];
  return (
    <p className={classes["verdict"]} data-state={state}>
      <Icon size={16} aria-hidden />
      {isOutdated || parts.length === 0 ? t`Nothing is known at the moment` : parts.join(" · ")}
    </p>
  );
}
