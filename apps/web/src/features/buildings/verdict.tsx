import { useLingui } from "@lingui/react/macro";
import type { AlertLists } from "@verandah/contract/alarms.ts";
import type { LocationMetric } from "@verandah/contract/buildings.ts";

import { momentText } from "#shared/format/time.ts";
import { useSession } from "#shared/session.ts";
import { StateIcon } from "#shared/ui/state.tsx";
import { useNow } from "#shared/use-now.ts";

import { judge } from "./judge.ts";

import classes from "./verdict.module.css";

interface Props {
  floors: readonly LocationMetric[];
  alerts: AlertLists | undefined;
  isOutdated: boolean;
}

/** Whether anything is wrong, where and since when, in one sentence. */
export function Verdict({ floors, alerts, isOutdated }: Props) {
  const { t } = useLingui();
  const { campus } = useSession();
  const nowMs = useNow(60_000);
  const { state, text } = judge({ places: floors, total: alerts?.total, isOutdated });
  const list = state === "critical" ? alerts?.system : state === "low" ? alerts?.solution : undefined;
  const oldest = list?.map((alert) => alert.raisedAt).toSorted()[0];
  const since = oldest && momentText(oldest, nowMs, campus.timeZone);
  return (
    <p className={classes["verdict"]} data-state={state}>
      <StateIcon state={state} size={20} />
      <span>
        {text}
        {since && <span className={classes["since"]}> {t`since ${since}`}</span>}
      </span>
    </p>
  );
}
