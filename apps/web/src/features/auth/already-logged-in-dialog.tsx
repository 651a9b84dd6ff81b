import { Trans, useLingui } from "@lingui/react/macro";
import { Button, Group, Modal } from "@mantine/core";

interface Props {
  onYes: () => void;
  onNo: () => void;
}

/** Source: spec 1 §4 Login, step 2. */
export function AlreadyLoggedInDialog({ onYes, onNo }: Props) {
  const { t } = useLingui();
  return (
    <Modal
      opened
      onClose={onNo}
      centered
      title={t`User already Logged in ? Do you want Login`}
      closeButtonProps={{ "aria-label": t`Close` }}
    >
      <Group justify="flex-end">
        <Button variant="default" onClick={onNo}>
          <Trans>No</Trans>
        </Button>
        <Button onClick={onYes} data-autofocus>
          <Trans>Yes</Trans>
        </Button>
      </Group>
    </Modal>
  );
}
