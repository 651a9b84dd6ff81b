import { useLingui } from "@lingui/react/macro";
import { ActionIcon, Group, ScrollArea, Text } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import type { ReactNode } from "react";

import type { DialogName } from "./use-shell-dialog.tsx";
import { UserMenu } from "./user-menu.tsx";

import classes from "./sidebar.module.css";

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
    <div className={classes["sidebar"]}>
      <Group className={classes["brand"] ?? ""} gap={10} wrap="nowrap">
        <img src="/favicon.svg" alt="" width={28} height={28} />
        <div className={classes["names"]}>
          <Text fw={700} lh={1.2}>
            Verandah
          </Text>
          {place}
        </div>
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
      <ScrollArea className={classes["scroll"] ?? ""} type="auto" scrollbarSize={6}>
        <nav aria-label={t`Main menu`}>{children}</nav>
      </ScrollArea>
      <UserMenu onOpenDialog={onOpenDialog} />
    </div>
  );
}
