import { useLingui } from "@lingui/react/macro";
import { VisuallyHidden } from "@mantine/core";
import { IconBell, IconRefreshAlert } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { AlertLists } from "@verandah/contract/alarms.ts";
import { buildingStaff } from "@verandah/contract/roles.ts";

import { numberText } from "#shared/format/number.ts";
import { admits, useSession } from "#shared/session.ts";
import { stateOf } from "#shared/ui/state.tsx";

import classes from "./alarm-bell.module.css";

interface Props {
  /** The last that is known; undefined before the first answer. */
  alerts: AlertLists | undefined;
  /** Whether asking for news failed. */
  isOutdated: boolean;
}

/** How many alarms are active; leads to them. What is no longer up to date is marked so, and stays. */
export function AlarmBell({ alerts, isOutdated }: Props) {
  const { t } = useLingui();
  const session = useSession();
  if ((!alerts && !isOutdated) || !admits(buildingStaff, session.role.id)) return null;
  const { system, solution } = alerts?.total ?? { system: 0, solution: 0 };
  const count = system + solution;
  const state = stateOf({ noOfCritical: system, noOfLow: solution });
  const counted = alerts ? t`Alarms: ${system} critical, ${solution} low` : t`Alarms: not known`;
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
      {isOutdated && <IconRefreshAlert size={16} aria-hidden className={classes["outdated"]} />}
      <VisuallyHidden>{said}</VisuallyHidden>
    </Link>
  );
}
