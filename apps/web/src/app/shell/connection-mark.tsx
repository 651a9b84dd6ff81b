import { useLingui } from "@lingui/react/macro";

import type { LiveState } from "#data/live/live-stream.ts";

import classes from "./connection-mark.module.css";

/** Whether values arrive through the live stream. */
export function ConnectionMark({ state }: { state: LiveState }) {
  const { t } = useLingui();
  const words: Record<LiveState, string> = {
    live: t({ message: "Live", comment: "Values arrive by themselves" }),
    connecting: t`Connecting`,
    offline: t`Offline`,
  };
  const explanations: Record<LiveState, string> = {
    live: t`Values arrive as they change.`,
    connecting: t`Connecting to the live values.`,
    offline: t`No live values. The page asks again from time to time.`,
  };
  return (
    <output className={classes["mark"]} data-state={state} title={explanations[state]}>
      <span className={classes["dot"]} aria-hidden />
      <span>{words[state]}</span>
    </output>
  );
}
