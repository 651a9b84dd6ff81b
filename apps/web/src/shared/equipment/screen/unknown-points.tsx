import { useLingui } from "@lingui/react/macro";
import { Text } from "@mantine/core";
import type { ReplyOf } from "@verandah/contract/route.ts";
import { listUnknownPoints } from "@verandah/contract/telemetry/telemetry.ts";

import { admits, useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";

import { numberText } from "../../format/number.ts";
import { useAgeText } from "../../format/use-time-text.ts";
import { DataTable } from "../../ui/data-grid/data-table.tsx";
import { SectionCard } from "../../ui/section-card.tsx";
import { Section } from "../../ui/section.tsx";

type Cause = ReplyOf<typeof listUnknownPoints>[number]["cause"];

/** Characters without a sign of their own: controls, marks that turn the text round, and spaces at an end. */
const hiddenSigns = /[\p{Cc}\u061C\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]|^\s+|\s+$/gu;
/** Names that differ only in such characters must not look the same. */
const withHiddenSigns = (name: string) =>
  name.replaceAll(hiddenSigns, (signs) =>
    Array.from(
      signs,
      (sign) => `[U+${sign.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0")}]`,
    ).join(""),
  );

/** For administrators: points that a gateway or connected device sends and the site model does not contain. Nothing without any. */
export function UnknownPoints({ edge }: { edge: { ssid: string; name: string } }) {
  const { t } = useLingui();
  const session = useSession();
  const ageText = useAgeText();
  const isAllowed = admits(listUnknownPoints.access, session.role.id);
  const points = useRoute(listUnknownPoints, { ssid: edge.ssid }, { enabled: isAllowed });
  if (!isAllowed || (!points.error && !points.data?.length)) return null;
  const causes: Record<Cause, string> = {
    "removed-device": t`Removed device still sends`,
    "unknown-device": t`Unknown device`,
    "unknown-point": t`Unknown point`,
    "other-gateway": t`Belongs to another gateway`,
  };
  return (
    <SectionCard title={t`Unknown points of ${edge.name}`}>
      <Text size="sm" c="dimmed">
        {t`These readings are not stored. Add the points to the site model, or correct the names.`}
      </Text>
      <Section of={points} isPart>
        {(rows) => (
          <DataTable
            label={t`Unknown points of ${edge.name}`}
            rows={rows}
            rowKey={({ device, point }) => `${device}/${point}`}
            columns={[
              { header: t`Device`, text: ({ device }) => device },
              {
                header: t`Point`,
                render: ({ point }) => withHiddenSigns(point),
                sortKey: ({ point }) => point,
              },
              { header: t`Reason`, text: ({ cause }) => causes[cause] },
              {
                header: t`Readings`,
                render: ({ count }) => numberText(count),
                isNumber: true,
                sortKey: ({ count }) => count,
              },
              {
                header: t`Last received`,
                render: ({ lastAt }) => ageText(lastAt),
                sortKey: ({ lastAt }) => lastAt,
              },
            ]}
          />
        )}
      </Section>
    </SectionCard>
  );
}
