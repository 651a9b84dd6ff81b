import { Trans, useLingui } from "@lingui/react/macro";
import { Alert } from "@mantine/core";
import { IconPlugConnectedX } from "@tabler/icons-react";
import { roles } from "@verandah/contract/roles.ts";

import { useRestoredDataAt } from "#data/live/last-state.ts";
import { useSession } from "#data/query/session.ts";
import { longAgeText, momentText } from "#shared/format/time.ts";
import { useNow } from "#shared/use-now.ts";

import classes from "./shell.module.css";

/** Shows that the data is from before an outage. */
export function NotConnected() {
  const { t } = useLingui();
  const { campus, role } = useSession();
  const restoredAt = useRestoredDataAt();
  const nowMs = useNow();
  if (restoredAt === null) return null;
  const time = momentText(new Date(restoredAt).toISOString(), nowMs, campus.timeZone);
  const age = longAgeText(restoredAt, nowMs);
  return (
    <Alert role="status" color="yellow" icon={<IconPlugConnectedX aria-hidden />} mb="sm" py="xs">
      <div className={classes["notice"]}>
        {role.id === roles.pumpCustomer ? (
          <Trans>
            No connection. Last data from {time}, {age}
          </Trans>
        ) : (
          <Trans>Not connected. Last data from {time}</Trans>
        )}
      </div>
      {t`Commands are not possible until the connection is back.`}
    </Alert>
  );
}
