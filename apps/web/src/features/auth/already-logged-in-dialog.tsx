import "@mantine/core/styles.layer.css";
import { useLingui } from "@lingui/react/macro";
import { Button, Group } from "@mantine/core";

import { Dialog } from "#shared/ui/dialogs/dialog.tsx";

interface Props {
  onYes: () => void;
  onNo: () => void;
}

/** Source: spec 1 §4 Login, step 2. */
export function AlreadyLoggedInDialog({ onYes, onNo }: Props) {
  const { t } = useLingui();
  return (
    <Dialog onClose={onNo} title={t`User already Logged in ? Do you want Login`}>
      <Group justify="flex-end">
        <Button variant="default" onClick={onNo}>{t`No`}</Button>
        <Button onClick={onYes} data-autofocus>{t`Yes`}</Button>
      </Group>
    </Dialog>
  );
}
