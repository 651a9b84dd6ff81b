import { useLingui } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { IconAlertTriangle, IconPlugConnectedX } from "@tabler/icons-react";
import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { getHealth } from "@verandah/contract/health.ts";
import { useEffect, useEffectEvent } from "react";

import { call, CallFailed, ServerUnreachable } from "#shared/call.ts";
import { errorText } from "#shared/texts/error-text.ts";
import { FullPageMessage } from "#shared/ui/feedback/full-page-message.tsx";

import { PageOutdated } from "../lazy-screen.ts";

/** How often the page checks an unreachable server, ms. */
const RETRY_MS = 5_000;
const RELOADED_KEY = "verandah.reloaded-for";

/** Replaces a screen that failed. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const { t } = useLingui();
  const router = useRouter();
  function again() {
    reset();
    void router.invalidate();
  }
  const isUnreachable = error instanceof ServerUnreachable;
  const retry = useEffectEvent(again);
  useEffect(() => {
    if (!isUnreachable) return undefined;
    const timer = setInterval(() => void call(getHealth, {}).then(retry, () => undefined), RETRY_MS);
    window.addEventListener("online", retry);
    return () => {
      clearInterval(timer);
      window.removeEventListener("online", retry);
    };
  }, [isUnreachable]);
  useEffect(() => {
    if (error instanceof PageOutdated) reloadOnce(error);
  }, [error]);

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
      <Button onClick={again}>{t`Try again`}</Button>
    </FullPageMessage>
  );
}

/** Loads the newer version. If the file is still missing then, the page does not reload again. */
function reloadOnce({ cause }: PageOutdated): void {
  const file = String(cause);
  if (sessionStorage.getItem(RELOADED_KEY) === file) return;
  sessionStorage.setItem(RELOADED_KEY, file);
  window.location.reload();
}
