import { Trans, useLingui } from "@lingui/react/macro";
import { Stack, Text } from "@mantine/core";
import { IconTools } from "@tabler/icons-react";
import { Link, useLocation } from "@tanstack/react-router";

import { landingPath, useSession } from "#shared/session.ts";
import { FullPageMessage } from "#shared/ui/full-page-message.tsx";

import type { Screen } from "../screen.ts";

export function NotBuiltPage({ screen }: { screen: Screen }) {
  const { i18n } = useLingui();
  const landing = landingPath(useSession());
  const isLanding = useLocation({ select: ({ pathname }) => pathname === landing });
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
        {!isLanding && (
          <Link to={landing}>
            <Trans>Back to the dashboard</Trans>
          </Link>
        )}
      </Stack>
    </FullPageMessage>
  );
}
