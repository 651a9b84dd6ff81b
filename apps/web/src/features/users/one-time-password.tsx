import { Trans, useLingui } from "@lingui/react/macro";
import { Button, Code, CopyButton, Group, Stack, Text } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";

import { Dialog } from "#shared/ui/dialogs/dialog.tsx";

interface Props {
  username: string;
  password: string;
  onClose: () => void;
}

/** Shows the password of a new user once: it is not stored. */
export function OneTimePassword({ username, password, onClose }: Props) {
  const { t } = useLingui();
  return (
    <Dialog
      onClose={onClose}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
      title={t`Password of ${username}`}
    >
      <Stack gap="md">
        <Text size="sm">
          <Trans>
            Give this password to the user. It is shown only once. The user can replace it in the user menu
            with "Change my password".
          </Trans>
        </Text>
        <Group gap="sm">
          <Code fz="lg" px="md" py="xs" aria-label={t`Password`}>
            {password}
          </Code>
          <CopyButton value={password}>
            {({ copied, copy }) => (
              <Button
                variant="default"
                leftSection={
                  copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />
                }
                onClick={copy}
              >
                {copied ? t`Copied` : t`Copy`}
              </Button>
            )}
          </CopyButton>
        </Group>
        <Group justify="flex-end">
          <Button data-autofocus onClick={onClose}>{t`Done`}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
