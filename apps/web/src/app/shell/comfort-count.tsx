import { useLingui } from "@lingui/react/macro";
import { Badge, VisuallyHidden } from "@mantine/core";
import { countOpenComfortReports } from "@verandah/contract/comfort-reports.ts";

import { useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";
import { numberText } from "#shared/format/number.ts";

/** Number of open comfort reports of the building; nothing without any. */
export function ComfortCount() {
  const { t } = useLingui();
  const { building } = useSession();
  const { data } = useRoute(countOpenComfortReports, { place: building.id });
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
