import { useLingui } from "@lingui/react/macro";
import type { PlaceStatus } from "@verandah/contract/buildings.ts";

import { factsOf } from "./judge.ts";

import classes from "./alert-counts.module.css";

/** Why the state of a place is unknown, or not known in full. */
export function NotReporting({ place }: { place: PlaceStatus }) {
  const { t } = useLingui();
  const reasons = factsOf({ ...place, noOfShelved: 0 });
  if (place.noOfDevices === 0) reasons.push(t`No devices`);
  if (place.isConnecting) reasons.unshift(t`Connecting`);
  if (reasons.length === 0) return null;
  return <span className={classes["reasons"]}>{reasons.join(" · ")}</span>;
}
