import { useLingui } from "@lingui/react/macro";
import { Modal, type ModalProps } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";

import { isRefusal } from "../../call.ts";
import { showToast } from "../feedback/toast.ts";

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
  const isOpen = props.opened ?? true;
  const queryClient = useQueryClient();
  const closeIfGone = useEffectEvent((error: unknown) => {
    if (!isRefusal(error, "not-found")) return;
    showToast({ kind: "error", text: t`This no longer exists: someone else has deleted it.` });
    props.onClose();
  });
  // A form for what another person has deleted could only fail again.
  useEffect(
    () =>
      isOpen
        ? queryClient.getMutationCache().subscribe((event) => {
            if (event.type === "updated" && event.action.type === "error") closeIfGone(event.action.error);
          })
        : undefined,
    [isOpen, queryClient],
  );
  return <Modal opened centered closeButtonProps={{ "aria-label": t`Close` }} {...props} />;
}
