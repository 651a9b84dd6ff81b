import { Trans } from "@lingui/react/macro";
import { Button, Group, Stack } from "@mantine/core";
import { type ReactNode, useState } from "react";

import { ErrorBanner } from "../feedback/error-banner.tsx";
import { Dialog } from "./dialog.tsx";

interface Props {
  title: string;
  /** The consequence of a yes. */
  children: ReactNode;
  /** A verb: the text of the button. */
  action: string;
  /** The call that follows a yes. */
  call: { error: Error | null; isPending: boolean };
  /** Nothing can be confirmed yet. */
  isDisabled?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before an action that affects others. */
export function QuestionDialog({ title, children, action, call, isDisabled, onConfirm, onClose }: Props) {
  // The error of an earlier attempt belongs to another question.
  const [before] = useState(call.error);
  return (
    <Dialog onClose={onClose} title={title}>
      <Stack gap="md">
        <div>{children}</div>
        <ErrorBanner error={call.error !== before && call.error} />
        <Group justify="flex-end">
          <Button variant="default" data-autofocus onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button loading={call.isPending} disabled={isDisabled ?? false} onClick={onConfirm}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
