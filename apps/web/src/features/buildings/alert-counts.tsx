import { useLingui } from "@lingui/react/macro";

import { numberText } from "#shared/format/number.ts";
import { StateIcon } from "#shared/ui/state.tsx";

import classes from "./alert-counts.module.css";

/** How many critical and low alerts a place has. */
export function AlertCounts({ noOfCritical, noOfLow }: { noOfCritical: number; noOfLow: number }) {
  const { t } = useLingui();
  return (
    <span className={classes["counts"]}>
      <span className={classes["count"]} data-state={noOfCritical > 0 ? "critical" : "none"}>
        <StateIcon state="critical" size={14} />
        {numberText(noOfCritical)} <span className={classes["word"]}>{t`Critical`}</span>
      </span>
      <span className={classes["count"]} data-state={noOfLow > 0 ? "low" : "none"}>
        <StateIcon state="low" size={14} />
        {numberText(noOfLow)}{" "}
        <span className={classes["word"]}>
          {t({ message: "Low", comment: "An alarm class: less than critical" })}
        </span>
      </span>
    </span>
  );
}
