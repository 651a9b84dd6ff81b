import { useLingui } from "@lingui/react/macro";
import { Text } from "@mantine/core";

import { useSession } from "#data/query/session.ts";
import { clockText, dayText } from "#shared/format/time.ts";
import { useNow } from "#shared/use-now.ts";

/** Source: spec 2 §9 (clock refresh 1 s). */
const CLOCK_REFRESH_MS = 1_000;

/** The campus's own time. */
export function Clock() {
  const { t } = useLingui();
  const { campus } = useSession();
  const now = useNow(CLOCK_REFRESH_MS);
  return (
    <time
      dateTime={new Date(now).toISOString()}
      title={t`Time of ${campus.name} (${campus.timeZone})`}
      style={{ whiteSpace: "nowrap" }}
    >
      <Text span size="sm" c="dimmed" visibleFrom="sm" mr={8}>
        {dayText(now, campus.timeZone)}
      </Text>
      <Text span fw={600}>
        {clockText(now, campus.timeZone)}
      </Text>
    </time>
  );
}
