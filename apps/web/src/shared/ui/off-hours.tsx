import { useLingui } from "@lingui/react/macro";
import { Text } from "@mantine/core";

import { useSession } from "#data/query/session.ts";
import { wallTime } from "#shared/format/wall-time.ts";
import { useNow } from "#shared/use-now.ts";

/** The night of an office building, on the clock of the campus. */
const NIGHT = { from: "20:00", to: "07:00" };

/** Why a building looks empty at night: its users may be in another time zone. */
export function OffHours() {
  const { t } = useLingui();
  const { timeZone } = useSession().campus;
  const time = wallTime(useNow(), timeZone).slice("2026-01-05T".length);
  if (time >= NIGHT.to && time < NIGHT.from) return null;
  return (
    <Text size="sm" c="dimmed">
      {t`After hours (${time}): few people expected`}
    </Text>
  );
}
