import { Trans, useLingui } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { IconAlertTriangle, IconPlugConnectedX } from "@tabler/icons-react";
import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";

import { CallFailed, ServerUnreachable } from "#shared/call.ts";
import { errorText } from "#shared/error-text.ts";
import { FullPageMessage } from "#shared/ui/full-page-message.tsx";

/** Whether the page could not be fetched, or what it shows; browsers say of a module that is not to be had only in words. */
function isOfNetwork(error: unknown): boolean {
  if (error instanceof CallFailed || error instanceof ServerUnreachable) return true;
  return (
    error instanceof TypeError && /dynamically imported module|module script failed/i.test(error.message)
  );
}

/** What stands in place of a screen that could not be shown. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const { t } = useLingui();
  const router = useRouter();
  function again() {
    reset();
    void router.invalidate();
  }
  const hasNoAnswer = isOfNetwork(error);
  const Icon = hasNoAnswer ? IconPlugConnectedX : IconAlertTriangle;
  return (
    <FullPageMessage
      icon={<Icon size={44} stroke={1.4} aria-hidden />}
      title={t`This page could not be shown`}
      text={
        hasNoAnswer ? errorText(error) : t`This page itself has an error. Try again, or open another page.`
      }
    >
      <Button onClick={again}>
        <Trans>Try again</Trans>
      </Button>
    </FullPageMessage>
  );
}
