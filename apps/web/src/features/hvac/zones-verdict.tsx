import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { IconAlertTriangleFilled, IconCircleCheckFilled, IconHelpCircle } from "@tabler/icons-react";

import type { ZoneSummary } from "./zone-summary.ts";

import classes from "./comparison.module.css";

/** The first thing to know: how many zones do not hold what they are set to. */
export function ZonesVerdict({ zones, isOutdated }: { zones: readonly ZoneSummary[]; isOutdated: boolean }) {
  const { t } = useLingui();
  const missed = zones.filter((zone) => zone.comparison === "missed").length;
  const held = zones.filter((zone) => zone.comparison === "held").length;
  const off = zones.filter((zone) => zone.comparison === "off").length;
  if (zones.length === 0) return null;
  if (isOutdated || (missed === 0 && held === 0 && off === 0))
    return (
      <p className={classes["verdict"]} data-state="unknown">
        <IconHelpCircle size={16} aria-hidden />
        {t`Nothing is known at the moment`}
      </p>
    );
  const count = zones.length;
  if (missed === 0 && held === 0)
    return (
      <p className={classes["verdict"]} data-state="unknown">
        <IconHelpCircle size={16} aria-hidden />
        {plural(off, { one: "# zone has its unit off", other: "# zones have their unit off" })}
      </p>
    );
  const offWords =
    off > 0
      ? ` · ${plural(off, { one: "# zone has its unit off", other: "# zones have their unit off" })}`
      : "";
  return (
    <p className={classes["verdict"]} data-state={missed > 0 ? "missed" : "held"}>
      {missed > 0 ? (
        <IconAlertTriangleFilled size={16} aria-hidden />
      ) : (
        <IconCircleCheckFilled size={16} aria-hidden />
      )}
      {missed > 0
        ? plural(count, {
            one: "# zone is more than 1 °C off its set point",
            other: `${missed} of # zones are more than 1 °C off their set point`,
          })
        : plural(count, {
            one: "# zone holds its set point",
            other: `${held} of # zones hold their set point`,
          })}
      {offWords}
    </p>
  );
}
