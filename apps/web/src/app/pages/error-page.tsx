import { Trans, useLingui } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { IconPlugConnectedX } from "@tabler/icons-react";
import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";

import { errorText } from "#shared/error-text.ts";
import { FullPageMessage } from "#shared/ui/full-page-message.tsx";

/** What stands in place of a screen that could not be shown. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const { t } = useLingui();
  const router = useRouter();
  function again() {
    reset();
    void router.invalidate();
  }
  return (
    <FullPageMessage
      icon={<IconPlugConnectedX size={44} stroke={1.4} aria-hidden />}
      title={t`This page could not be shown`}
      text={errorText(error)}
    >
      <Button onClick={again}>
        <Trans>Try again</Trans>
      </Button>
    </FullPageMessage>
  );
}
