import { useLingui } from "@lingui/react/macro";
import { IconPlugConnectedX } from "@tabler/icons-react";
import type { AirUnit } from "@verandah/contract/hvac.ts";

import classes from "./vav.module.css";

/** Says when a unit is not there to be ordered anything. */
export function OfflineMark({ unit }: { unit: AirUnit }) {
  const { t } = useLingui();
  if (unit.state === "online") return null;
  return (
    <span className={classes["offline"]}>
      <IconPlugConnectedX size={14} aria-hidden />
      {unit.state === "offline" ? t`Offline` : t`Connection unknown`}
    </span>
  );
}
