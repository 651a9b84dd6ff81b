import { useLingui } from "@lingui/react/macro";
import {
  IconAlertOctagonFilled,
  IconCircleCheckFilled,
  IconClock,
  IconPlayerSkipForwardFilled,
  IconRefresh,
} from "@tabler/icons-react";
import type { OccurrenceState } from "@verandah/contract/schedules/schedule-days.ts";

import classes from "./occurrence-list.module.css";

const icons = {
  planned: IconClock,
  running: IconRefresh,
  done: IconCircleCheckFilled,
  skipped: IconPlayerSkipForwardFilled,
  failed: IconAlertOctagonFilled,
} as const;

/** State of an occurrence, as icon and word. */
export function OccurrenceMark({ state }: { state: OccurrenceState }) {
  const { t } = useLingui();
  const words: Record<OccurrenceState, string> = {
    planned: t({ message: "Planned", comment: "State of what a schedule does" }),
    running: t({ message: "Running", comment: "State of what a schedule does" }),
    done: t({ message: "Done", comment: "State of what a schedule does" }),
    skipped: t({ message: "Skipped", comment: "State of what a schedule does" }),
    failed: t({ message: "Failed", comment: "State of what a schedule does" }),
  };
  const Icon = icons[state];
  return (
    <span className={classes["mark"]} data-state={state}>
      <Icon size={14} aria-hidden />
      {words[state]}
    </span>
  );
}
