import { Trans, useLingui } from "@lingui/react/macro";
import { Stack, Text } from "@mantine/core";
import { IconTools } from "@tabler/icons-react";
import { Link, useLocation, useRouter } from "@tanstack/react-router";

import { landingPath, useSession } from "#data/session.ts";
import { screenAt } from "#shared/screen-links.ts";
import { FullPageMessage } from "#shared/ui/full-page-message.tsx";

import type { PlannedScreen } from "../screen.ts";

/** Replaces a screen that is not built yet, with a link to the first one of the role. */
export function NotBuiltPage({ screen }: { screen: PlannedScreen }) {
  const { i18n } = useLingui();
  const router = useRouter();
  const { pathname } = useLocation();
  const landing = landingPath(useSession());
  const found = screenAt(router, landing);
  const name = found && i18n._(found.name);
  return (
    <FullPageMessage
      icon={<IconTools size={44} stroke={1.4} aria-hidden />}
      title={i18n._(screen.name)}
      text={i18n._(screen.about)}
    >
      <Stack gap="xs" align="center">
        <Text fw={600}>
          <Trans>This screen is not built yet.</Trans>
        </Text>
        {found !== screenAt(router, pathname) && (
          <Link to={landing}>
            <Trans>Open “{name}” instead</Trans>
          </Link>
        )}
      </Stack>
    </FullPageMessage>
  );
}
