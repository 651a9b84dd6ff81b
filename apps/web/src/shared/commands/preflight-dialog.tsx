import { Trans } from "@lingui/react/macro";
import { Button, Group, Skeleton, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { previewCommands } from "@verandah/contract/commands/commands.ts";
import type { SentOf } from "@verandah/contract/route.ts";

import { commandPreviewQuery } from "#data/commands/command-queries.ts";

import { Dialog } from "../ui/dialogs/dialog.tsx";
import { ErrorBanner } from "../ui/feedback/error-banner.tsx";
import { PreviewList } from "./preview-list.tsx";

const LIST_HEIGHT = 60;

interface Props {
  /** Names the batch. */
  title: string;
  /** Names the action on the button. */
  action: string;
  writes: SentOf<typeof previewCommands>["writes"];
  onConfirm: () => void;
  onCancel: () => void;
}

/** Lists before a batch the devices that will change, and those that will not with the reason. Nothing is sent without a confirmation. */
export function PreflightDialog({ title, action, writes, onConfirm, onCancel }: Props) {
  const { data, error } = useQuery(commandPreviewQuery(writes));
  return (
    <Dialog onClose={onCancel} title={title}>
      <Stack gap="md">
        <ErrorBanner error={error} />
        {data ? <PreviewList units={data} /> : !error && <Skeleton height={LIST_HEIGHT} />}
        <Group justify="flex-end">
          {/* The other button is disabled at first, and would leave the focus behind the dialog. */}
          <Button data-autofocus variant="default" onClick={onCancel}>
            <Trans>Cancel</Trans>
          </Button>
          <Button disabled={!data} onClick={onConfirm}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
