import { useLingui } from "@lingui/react/macro";
import { ActionIcon, Box, Group, ScrollArea, Stack, Text } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import type { ReactNode } from "react";

import type { DialogName } from "./use-shell-dialog.tsx";
import { UserMenu } from "./user-menu.tsx";

interface Props {
  /** Where the user is, below the name of the product. */
  place: ReactNode;
  onOpenDialog: (name: DialogName, opener: HTMLElement | null) => void;
  /** Given when the menu is a drawer. */
  onClose?: (() => void) | undefined;
  /** The entries. */
  children: ReactNode;
}

/** The menu with the name of the product above its entries, and the user below them. */
export function MenuFrame({ place, onOpenDialog, onClose, children }: Props) {
  const { t } = useLingui();
  return (
    <Stack gap={0} h="100%" w="var(--sidebar-width)">
      <Group
        gap={10}
        wrap="nowrap"
        flex="none"
        h="var(--top-bar-height)"
        px={16}
        style={{ borderBottom: "1px solid var(--app-line)" }}
      >
        <img src="/favicon.svg" alt="" width={28} height={28} />
        <Box flex={1} miw={0}>
          <Text fw={700} lh={1.2}>
            Verandah
          </Text>
          {place}
        </Box>
        {onClose && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t`Close the menu`}
            onClick={onClose}
            ml="auto"
          >
            <IconX size={18} aria-hidden />
          </ActionIcon>
        )}
      </Group>
      <ScrollArea flex={1} mih={0} p={10} type="auto" scrollbarSize={6}>
        <nav aria-label={t`Main menu`}>{children}</nav>
      </ScrollArea>
      <UserMenu onOpenDialog={onOpenDialog} />
    </Stack>
  );
}
