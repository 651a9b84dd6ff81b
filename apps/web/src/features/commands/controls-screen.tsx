import { useLingui } from "@lingui/react/macro";
import { Stack, Text } from "@mantine/core";
import { releaseOverride, listForeignOverrides } from "@verandah/contract/commands/overrides.ts";

import { admits, useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";
import { NewestCommands } from "#shared/commands/newest-commands.tsx";
import { OverridesCard } from "#shared/commands/overrides-card.tsx";
import { fullText } from "#shared/format/time.ts";
import { usePointText } from "#shared/texts/use-point-text.ts";
import { DataTable } from "#shared/ui/data-grid/data-table.tsx";
import { PageTitle } from "#shared/ui/page-title.tsx";
import { SectionCard } from "#shared/ui/section-card.tsx";
import { Section } from "#shared/ui/section.tsx";

/** The overrides and the newest commands of the building. */
export function ControlsScreen() {
  const { t } = useLingui();
  const { role } = useSession();
  return (
    <Stack gap={14}>
      <div>
        <PageTitle>{t`Controls`}</PageTitle>
        {!admits(releaseOverride.access, role.id) && (
          <Text size="sm" c="dimmed">{t`Your role can see overrides; operators release them.`}</Text>
        )}
      </div>
      <OverridesCard />
      <ForeignOverridesCard />
      <NewestCommands />
    </Stack>
  );
}

/** Points that another system overrides; nothing without any. */
function ForeignOverridesCard() {
  const { t } = useLingui();
  const { building, campus } = useSession();
  const { nameOf, valueText } = usePointText();
  const listed = useRoute(listForeignOverrides, { building: building.id });
  if (!listed.error && !listed.data?.length) return null;
  return (
    <SectionCard title={t`Foreign overrides`}>
      <Section of={listed} isPart>
        {(overrides) => (
          <>
            <Text size="sm" c="dimmed" mb="xs">
              {t`Another system holds these points. Commands take effect when it releases them.`}
            </Text>
            <DataTable
              label={t`Foreign overrides`}
              rows={overrides}
              rowKey={({ ssid, param_id: paramId }) => `${ssid} ${paramId}`}
              columns={[
                {
                  header: t`Device`,
                  render: ({ deviceName, floorName }) => `${deviceName} ${floorName}`,
                  sortKey: ({ deviceName }) => deviceName,
                },
                { header: t`Point`, render: ({ param_id: paramId }) => nameOf(paramId) },
                {
                  header: t`Value`,
                  render: ({ param_id: paramId, value, unit }) => valueText(paramId, value, unit),
                },
                {
                  header: t`Priority`,
                  text: ({ priority }) => priority,
                },
                {
                  header: t({ message: "Since", comment: "When an override began" }),
                  width: 140,
                  render: ({ since }) => fullText(since, campus.timeZone),
                  sortKey: ({ since }) => since,
                },
              ]}
            />
          </>
        )}
      </Section>
    </SectionCard>
  );
}
