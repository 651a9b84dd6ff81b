import { useLingui } from "@lingui/react/macro";
import { Modal, type ModalProps } from "@mantine/core";
import { useEffect } from "react";

/** A dialog in the middle of the screen, open unless `opened` says otherwise. */
export function Dialog(props: Partial<ModalProps> & Pick<ModalProps, "onClose" | "title">) {
  const { t } = useLingui();
  const isAlwaysOpen = props.opened === undefined;
  // Mantine returns the focus only of a dialog that closes before it is removed.
  useEffect(() => {
    const opener = document.activeElement;
    return () => {
      // The closing component may have moved the focus already.
      const isLost = document.activeElement === document.body || document.activeElement === null;
      if (isAlwaysOpen && isLost && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
  }, [isAlwaysOpen]);
  return <Modal opened centered closeButtonProps={{ "aria-label": t`Close` }} {...props} />;
}
