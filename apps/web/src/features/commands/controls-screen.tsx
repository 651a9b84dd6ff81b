import { useLingui } from "@lingui/react/macro";
import { Stack, Text } from "@mantine/core";
import { releaseOverride } from "@verandah/contract/commands/overrides.ts";

import { admits, useSession } from "#data/query/session.ts";
import { NewestCommands } from "#shared/commands/newest-commands.tsx";
import { OverridesCard } from "#shared/commands/overrides-card.tsx";
import { PageTitle } from "#shared/ui/page-title.tsx";

import { ForeignOverridesCard } from "./foreign-overrides-card.tsx";

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
