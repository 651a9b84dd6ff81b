import { Trans } from "@lingui/react/macro";
import { Text } from "@mantine/core";

import { useSession } from "#data/query/session.ts";
import { fullText } from "#shared/format/time.ts";

/** Says that only the rows since an instant were searched, where going through all would take too long. */
export function SearchedFrom({ instant }: { instant: string | null | undefined }) {
  const { campus } = useSession();
  if (!instant) return null;
  return (
    <Text size="sm" role="status">
      <Trans>
        Results from {fullText(instant, campus.timeZone)} onward. Narrow the range, or export for all rows.
      </Trans>
    </Text>
  );
}
