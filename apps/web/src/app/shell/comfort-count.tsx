import { useLingui } from "@lingui/react/macro";
import { Badge, VisuallyHidden } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";

import { openComfortReportsQuery } from "#data/comfort-reports.queries.ts";
import { useSession } from "#data/query/session.ts";
import { numberText } from "#shared/format/number.ts";

/** Number of open comfort reports of the building; nothing without any. */
export function ComfortCount() {
  const { t } = useLingui();
  const { building } = useSession();
  const { data } = useQuery(openComfortReportsQuery(building.id));
  if (!data?.open) return null;
  const count = numberText(data.open);
  return (
    <>
      <Badge ml="auto" variant="light" aria-hidden>
        {count}
      </Badge>
      <VisuallyHidden>{t`${count} open`}</VisuallyHidden>
    </>
  );
}
