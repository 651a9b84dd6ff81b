import { useLingui } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { IconAlertTriangle, IconPlugConnectedX } from "@tabler/icons-react";
import { getHealth } from "@verandah/contract/health.ts";
import { useEffect, useEffectEvent } from "react";

import { call, CallFailed, ServerUnreachable } from "#shared/call.ts";
import { errorText } from "#shared/texts/error-text.ts";
import { FullPageMessage } from "#shared/ui/feedback/full-page-message.tsx";

/** How often the page checks an unreachable server, ms. */
const RETRY_MS = 5_000;

/** Replaces what failed. It tries again by itself when the server answers. */
export function FailedPage({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useLingui();
  const isUnreachable = error instanceof ServerUnreachable;
  const retry = useEffectEvent(onRetry);
  useEffect(() => {
    if (!isUnreachable) return undefined;
    const again = () => retry();
    const timer = setInterval(() => void call(getHealth, {}).then(again, () => undefined), RETRY_MS);
    window.addEventListener("online", again);
    return () => {
      clearInterval(timer);
      window.removeEventListener("online", again);
    };
  }, [isUnreachable]);

  const hasNoAnswer = isUnreachable || error instanceof CallFailed;
  const Icon = hasNoAnswer ? IconPlugConnectedX : IconAlertTriangle;
  return (
    <FullPageMessage
      icon={<Icon size={44} stroke={1.4} aria-hidden />}
      title={t`This page could not be shown`}
      text={
        hasNoAnswer ? errorText(error) : t`This page itself has an error. Try again, or open another page.`
      }
    >
      <Button onClick={onRetry}>{t`Try again`}</Button>
    </FullPageMessage>
  );
}
