import { Trans, useLingui } from "@lingui/react/macro";
import { Alert, Group } from "@mantine/core";
import { IconMapPinOff } from "@tabler/icons-react";
import { Link, useLocation } from "@tanstack/react-router";

import { landingPath, useSession } from "#data/query/session.ts";

/** Shown for a place that does not exist, with a link to the user's own. Source: spec 1 §8 Dashboard. */
export function NoDataFound() {
  const { t } = useLingui();
  const landing = landingPath(useSession());
  const isLanding = useLocation({ select: ({ pathname }) => pathname === landing });
  return (
    <Alert role="alert" variant="default" icon={<IconMapPinOff aria-hidden />}>
      <Group gap="md">
        <span>
          <Trans>No Data Found!!!!!</Trans>
        </span>
        {!isLanding && <Link to={landing}>{t`Back to the dashboard`}</Link>}
      </Group>
    </Alert>
  );
}
