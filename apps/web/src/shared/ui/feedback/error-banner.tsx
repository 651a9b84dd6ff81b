import { useLingui } from "@lingui/react/macro";
import { Alert, Button } from "@mantine/core";
import { IconAlertCircle } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";

import { isFinal } from "../../call.ts";
import { errorText } from "../../texts/error-text.ts";

interface Props {
  /** The text; without it, the text of `error`. */
  text?: string | false | undefined;
  error?: Error | false | null | undefined;
  onClose?: (() => void) | undefined;
  /** Closes by itself after this time, ms. */
  hideAfterMs?: number;
}

/**
 * A red banner that is read out at once; nothing without a text or an error. If the error is that of shown data, and another load may
 * succeed, it offers to load all failed data of the screen again.
 */
export function ErrorBanner({ text, error, onClose, hideAfterMs }: Props) {
  const { t } = useLingui();
  const shown = text || (error ? errorText(error) : undefined);
  // The time runs on while the user types, which draws the screen again.
  const close = useEffectEvent(() => onClose?.());
  useEffect(() => {
    if (!shown || hideAfterMs === undefined) return undefined;
    const timer = setTimeout(() => close(), hideAfterMs);
    return () => clearTimeout(timer);
  }, [shown, hideAfterMs]);

  if (!shown) return null;
  return (
    <Alert
      role="alert"
      color="red"
      icon={<IconAlertCircle aria-hidden />}
      title={shown}
      {...(onClose && { withCloseButton: true, onClose, closeButtonLabel: t`Close` })}
    >
      {error && <TryAgain error={error} />}
    </Alert>
  );
}

/** Loads all failed data of the screen again. Nothing if the error is not that of shown data, or another load cannot succeed. */
export function TryAgain({ error }: { error: Error }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const isOfData = queryClient
    .getQueryCache()
    .getAll()
    .some(({ state }) => state.error === error);
  if (isFinal(error) || !isOfData) return null;
  return (
    <Button
      size="compact-sm"
      variant="default"
      onClick={() =>
        void queryClient.refetchQueries({ type: "active", predicate: ({ state }) => state.error !== null })
      }
    >{t`Try again`}</Button>
  );
}
