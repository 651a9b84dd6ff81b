import { useLingui } from "@lingui/react/macro";
import { VisuallyHidden } from "@mantine/core";
import { IconBell } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { AlertLists } from "@verandah/contract/alarms.ts";
import { buildingStaff } from "@verandah/contract/roles.ts";

import { numberText } from "#shared/format/number.ts";
import { admits, useSession } from "#shared/session.ts";
import { stateOf } from "#shared/ui/state.tsx";

import classes from "./alarm-bell.module.css";

/** How many alarms are active; leads to them. */
export function AlarmBell({ alerts }: { alerts: AlertLists | undefined }) {
  const { t } = useLingui();
  const session = useSession();
  if (!alerts || !admits(buildingStaff, session.role.id)) return null;
  const { system, solution } = alerts.total;
  const count = system + solution;
  const state = stateOf({ noOfCritical: system, noOfLow: solution });
  return (
    <Link to="/admin/eventsviewer" className={classes["bell"]}>
      <IconBell size={20} aria-hidden />
      {count > 0 && (
        <span className={classes["count"]} data-state={state}>
          {numberText(count)}
        </span>
      )}
      <VisuallyHidden>{t`Alarms: ${system} critical, ${solution} low`}</VisuallyHidden>
    </Link>
  );
}
