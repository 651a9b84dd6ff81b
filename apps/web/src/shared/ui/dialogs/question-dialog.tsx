import { Trans } from "@lingui/react/macro";
import { Button, Group, Stack } from "@mantine/core";
import type { ReactNode } from "react";

import { ErrorBanner } from "../feedback/error-banner.tsx";
import { Dialog } from "./dialog.tsx";

interface Props {
  title: string;
  /** The consequence of a yes. */
  children: ReactNode;
  /** A verb: the text of the button. */
  action: string;
  error: string | undefined;
  isPending: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before an action that affects others. */
export function QuestionDialog({ title, children, action, error, isPending, onConfirm, onClose }: Props) {
  return (
    <Dialog onClose={onClose} title={title}>
      <Stack gap="md">
        <div>{children}</div>
        <ErrorBanner text={error} />
        <Group justify="flex-end">
          <Button variant="default" data-autofocus onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button color="red" loading={isPending} onClick={onConfirm}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
