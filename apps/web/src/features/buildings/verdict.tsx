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

/** Whether anything is wrong, where and since when, in one sentence; below it the latest alarm in its own words. */
export function Verdict({ floors, alerts, isOutdated }: Props) {
  const { t } = useLingui();
  const { campus } = useSession();
  const nowMs = useNow(60_000);
  const { state, text } = judge({ places: floors, total: alerts?.total, isOutdated });
  const list = state === "critical" ? alerts?.system : state === "low" ? alerts?.solution : undefined;
  const alarms = list?.toSorted((a, b) => a.raisedAt.localeCompare(b.raisedAt)) ?? [];
  const oldest = alarms[0];
  const latest = alarms.at(-1);
  const since = oldest && momentText(oldest.raisedAt, nowMs, campus.timeZone);
  const what = latest && `${latest.Device_name}: ${latest.message}`;
  return (
    <p className={classes["verdict"]} data-state={state}>
      <StateIcon state={state} size={20} />
      <span>
        {text}
        {since && <span className={classes["since"]}> {t`since ${since}`}</span>}
        {what && <span className={classes["what"]}>{alarms.length > 1 ? t`Latest: ${what}` : what}</span>}
      </span>
    </p>
  );
}
