import { Trans, useLingui } from "@lingui/react/macro";
import { Stack, Text } from "@mantine/core";
import { releaseOverride } from "@verandah/contract/overrides.ts";

import { admits, useSession } from "#data/session.ts";
import { OverridesCard } from "#shared/commands/overrides-card.tsx";
import { PageTitle } from "#shared/ui/page-title.tsx";

import { ForeignOverridesCard } from "./foreign-overrides-card.tsx";
import { NewestCommands } from "./newest-commands.tsx";

/** What persons have overridden in the building, and what was ordered last. */
export function ControlsScreen() {
  const { t } = useLingui();
  const { role } = useSession();
  return (
    <Stack gap={14}>
      <div>
        <PageTitle>{t`Controls`}</PageTitle>
        {!admits(releaseOverride.access, role.id) && (
          <Text size="sm" c="dimmed">
            <Trans>Your role can see overrides; operators release them.</Trans>
          </Text>
        )}
      </div>
      <OverridesCard />
      <ForeignOverridesCard />
      <NewestCommands />
    </Stack>
  );
}
