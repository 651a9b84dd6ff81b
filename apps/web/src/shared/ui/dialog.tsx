import { useLingui } from "@lingui/react/macro";
import { Modal, type ModalProps } from "@mantine/core";

/** A dialog in the middle of the screen, open unless `opened` says otherwise. */
export function Dialog(props: Partial<ModalProps> & Pick<ModalProps, "onClose" | "title">) {
  const { t } = useLingui();
  return <Modal opened centered closeButtonProps={{ "aria-label": t`Close` }} {...props} />;
}
