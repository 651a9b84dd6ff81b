import { Trans, useLingui } from "@lingui/react/macro";
import { Alert, Text } from "@mantine/core";
import { IconPlugConnectedX } from "@tabler/icons-react";
import { roles } from "@verandah/contract/roles.ts";

import { useRestoredDataAt } from "#data/live/last-state.ts";
import { useSession } from "#data/query/session.ts";
import { longAgeText } from "#shared/format/time.ts";
import { useMomentText } from "#shared/format/use-time-text.ts";
import { useNow } from "#shared/use-now.ts";

/** Shows that the data is from before an outage. */
export function NotConnected() {
  const { t } = useLingui();
  const { role } = useSession();
  const restoredAt = useRestoredDataAt();
  const nowMs = useNow();
  const momentText = useMomentText();
  if (restoredAt === null) return null;
  const time = momentText(new Date(restoredAt).toISOString());
  const age = longAgeText(restoredAt, nowMs);
  return (
    <Alert role="status" color="yellow" icon={<IconPlugConnectedX aria-hidden />} mb="sm" py="xs">
      <Text fz="1.05rem" fw={600}>
        {role.id === roles.pumpCustomer ? (
          <Trans>
            No connection. Last data from {time}, {age}
          </Trans>
        ) : (
          <Trans>Not connected. Last data from {time}</Trans>
        )}
      </Text>
      {t`Commands are not possible until the connection is back.`}
    </Alert>
  );
}
