import { useLingui } from "@lingui/react/macro";
import { Group } from "@mantine/core";
import { IconBellOff } from "@tabler/icons-react";
import type { PlaceStatus } from "@verandah/contract/buildings.ts";

import { numberText } from "#shared/format/number.ts";
import { StateIcon, useShownState } from "#shared/ui/feedback/state.tsx";

import classes from "./alert-counts.module.css";

/** How many critical and low alarms are active at a place, and how many are shelved. */
export function AlertCounts({ place }: { place: PlaceStatus }) {
  const { t } = useLingui();
  const shown = useShownState();
  const { noOfCritical, noOfLow, noOfShelved } = place;
  return (
    <Group component="span" gap="0 12px" lh={1.45}>
      <span className={classes["count"]} data-state={noOfCritical > 0 ? shown("critical") : "none"}>
        <StateIcon state="critical" size={14} />
        {numberText(noOfCritical)} <span className={classes["word"]}>{t`Critical`}</span>
      </span>
      <span className={classes["count"]} data-state={noOfLow > 0 ? shown("low") : "none"}>
        <StateIcon state="low" size={14} />
        {numberText(noOfLow)}{" "}
        <span className={classes["word"]}>
          {t({ message: "Low", comment: "An alarm class: less than critical" })}
        </span>
      </span>
      {noOfShelved > 0 && (
        <span className={classes["count"]} data-state="shelved">
          <IconBellOff size={14} aria-hidden />
          {numberText(noOfShelved)} <span className={classes["word"]}>{t`Shelved`}</span>
        </span>
      )}
    </Group>
  );
}
