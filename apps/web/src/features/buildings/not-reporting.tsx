import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { LocationMetric } from "@verandah/contract/buildings.ts";

import { useIsOld } from "#shared/age.ts";

import { metricNames, parameterOf } from "./overview/summaries.ts";
import { factsOf } from "./summarise-status.ts";

import classes from "./not-reporting.module.css";

/** Explains a state that the values do not show: devices that do not report, or that report no values. */
export function NotReporting({ place }: { place: LocationMetric }) {
  const { t } = useLingui();
  const isOld = useIsOld();
  const reasons = factsOf({ ...place, noOfShelved: 0 });
  if (place.noOfDevices === 0) reasons.push(t`No devices`);
  if (place.isConnecting) reasons.unshift(t`Connecting`);
  if (place.state === "fine" && !isOld && !metricNames.some((name) => parameterOf(place, name)))
    reasons.push(plural(place.noOfDevices, { one: "# device reports", other: "# devices report" }));
  if (reasons.length === 0) return null;
  return <span className={classes["reasons"]}>{reasons.join(" · ")}</span>;
}
