import { useLingui } from "@lingui/react/macro";
import { VisuallyHidden } from "@mantine/core";
import { IconBell, IconRefreshAlert } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { getAlarmSummary } from "@verandah/contract/alarms/alarms.ts";
import { buildingStaff } from "@verandah/contract/roles.ts";

import { admits, useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";
import { numberText } from "#shared/format/number.ts";
import { useAlarmCountText } from "#shared/texts/use-alarm-count-text.ts";
import { stateOf } from "#shared/ui/feedback/state.tsx";

import classes from "./alarm-bell.module.css";

/**
 * Number of active alarms, with a link to the alarms screen, and a dot without a number while only returned ones wait for an acknowledgement.
 * An outdated count stays visible and is marked.
 */
export function AlarmBell({ isLiveDown }: { isLiveDown: boolean }) {
  const { t } = useLingui();
  const countText = useAlarmCountText();
  const session = useSession();
  const enabled = admits(buildingStaff, session.role.id);
  const { data: summary, isError } = useRoute(getAlarmSummary, {}, { enabled });
  const isOutdated = isError || isLiveDown;
  if (!enabled || (!summary && !isOutdated)) return null;
  const { active, returned } = summary ?? { active: { critical: 0, noncritical: 0 }, returned: 0 };
  const count = active.critical + active.noncritical;
  const state = stateOf({ noOfCritical: active.critical, noOfLow: active.noncritical });
  const counted = summary ? countText(summary) : t`Alarm count unavailable`;
  const said = isOutdated ? t`${counted}. Not up to date` : counted;
  return (
    <Link
      to="/admin/eventsviewer"
      className={classes["bell"]}
      data-outdated={isOutdated}
      {...(isOutdated && { title: said })}
    >
      <IconBell size={20} aria-hidden />
      {count > 0 && (
        <span className={classes["count"]} data-state={state}>
          {numberText(count)}
        </span>
      )}
      {count === 0 && returned > 0 && <span className={classes["returned"]} />}
      {isOutdated && <IconRefreshAlert size={16} aria-hidden className={classes["outdated"]} />}
      <VisuallyHidden>{said}</VisuallyHidden>
    </Link>
  );
}
