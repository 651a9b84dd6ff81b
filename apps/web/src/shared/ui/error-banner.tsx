import { useLingui } from "@lingui/react/macro";
import { Alert } from "@mantine/core";
import { IconAlertCircle } from "@tabler/icons-react";
import { useEffect } from "react";

interface Props {
  text: string | undefined;
  onClose?: (() => void) | undefined;
  /** Closes by itself after this time, ms. */
  hideAfterMs?: number;
}

/** A red banner that is read out at once. */
export function ErrorBanner({ text, onClose, hideAfterMs }: Props) {
  const { t } = useLingui();
  useEffect(() => {
    if (!text || !onClose || hideAfterMs === undefined) return undefined;
    const timer = setTimeout(onClose, hideAfterMs);
    return () => clearTimeout(timer);
  }, [text, onClose, hideAfterMs]);

  if (!text) return null;
  return (
    <Alert
      role="alert"
      color="red"
      icon={<IconAlertCircle aria-hidden />}
      title={text}
      {...(onClose && { withCloseButton: true, onClose, closeButtonLabel: t`Close` })}
    />
  );
}
