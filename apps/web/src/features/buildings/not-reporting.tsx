import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Text } from "@mantine/core";
import type { LocationMetric } from "@verandah/contract/buildings.ts";

import { useIsOld } from "#shared/age.ts";

import { metricNames, parameterOf } from "./overview/summaries.ts";
import { factsOf } from "./summarise-status.ts";

/** Explains a state that the values do not show: devices that do not report, or that report no values. */
export function NotReporting({ place }: { place: LocationMetric }) {
  const { t } = useLingui();
  const isWithoutValues = !useIsOld() && !metricNames.some((name) => parameterOf(place, name));
  const reasons = factsOf({ ...place, noOfShelved: 0 });
  if (place.noOfDevices === 0) reasons.push(t`No devices`);
  if (place.isConnecting) reasons.unshift(t`Connecting`);
  if (place.state === "fine" && isWithoutValues)
    reasons.push(plural(place.noOfDevices, { one: "# device reports", other: "# devices report" }));
  if (reasons.length === 0) return null;
  return (
    <Text span display="block" fz={12} lh={1.3} c="dimmed">
      {reasons.join(" · ")}
    </Text>
  );
}
