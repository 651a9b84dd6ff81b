import { useLingui, Trans } from "@lingui/react/macro";
import {
  ActionIcon,
  Box,
  Group,
  ScrollArea,
  Stack,
  Text,
  Avatar,
  Menu,
  UnstyledButton,
  VisuallyHidden,
} from "@mantine/core";
import { IconX, IconBellCog, IconKey, IconLogout, IconSelector } from "@tabler/icons-react";
import { getNotificationSettings } from "@verandah/contract/notifications/notifications.ts";
import { roleNames } from "@verandah/contract/roles.ts";
import { type ComponentType, type ReactNode, useRef } from "react";

import { admits, useSession } from "#data/query/session.ts";
import { fullText } from "#shared/format/time.ts";

import { logOut } from "./log-out.ts";
import type { DialogName } from "./use-shell-dialog.tsx";

import classes from "./user-menu.module.css";

interface Props {
  /** Where the user is, below the name of the product. */
  place: ReactNode;
  onOpenDialog: (name: DialogName, opener: HTMLElement | null) => void;
  /** Given when the menu is a drawer. */
  onClose?: (() => void) | undefined;
  /** An entry of the user menu that opens a dialog. */
  OwnItem?: ComponentType<{ onOpen: (name: DialogName) => void }> | undefined;
  /** The entries. */
  children: ReactNode;
}

/** The menu with the name of the product above its entries, and the user below them. */
export function MenuFrame({ place, onOpenDialog, onClose, OwnItem, children }: Props) {
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
          <ActionIcon aria-label={t`Close the menu`} onClick={onClose} ml="auto">
            <IconX size={18} aria-hidden />
          </ActionIcon>
        )}
      </Group>
      <ScrollArea flex={1} mih={0} p={10} type="auto" scrollbarSize={6}>
        <nav aria-label={t`Main menu`}>{children}</nav>
      </ScrollArea>
      <UserMenu onOpenDialog={onOpenDialog} OwnItem={OwnItem} />
    </Stack>
  );
}

interface UserMenuProps extends Pick<Props, "OwnItem"> {
  /** Receives the button that opens the menu, which gets the focus afterwards. */
  onOpenDialog: (name: DialogName, opener: HTMLElement | null) => void;
}

function UserMenu({ onOpenDialog, OwnItem }: UserMenuProps) {
  const { t } = useLingui();
  const session = useSession();
  const { name } = session.user;
  const button = useRef<HTMLButtonElement>(null);
  return (
    <Menu position="top" width={236} shadow="md">
      <Menu.Target>
        <UnstyledButton ref={button} className={classes["button"] ?? ""}>
          <Avatar size={34} radius="xl" color="brand" aria-hidden>
            {name.slice(0, 1).toUpperCase()}
          </Avatar>
          <VisuallyHidden>{t`User menu:`}</VisuallyHidden>
          <Box component="span" flex={1} miw={0}>
            <Text span size="sm" fw={600} truncate display="block" lh={1.25}>
              {name}
            </Text>
            <Text span size="xs" c="dimmed" truncate display="block">
              {t(roleNames[session.role.id])}
            </Text>
          </Box>
          <IconSelector size={16} aria-hidden color="var(--mantine-color-dimmed)" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {session.lastLogin ? (
            <Trans>Last login {fullText(session.lastLogin, session.campus.timeZone)}</Trans>
          ) : (
            t`This is the first login`
          )}
        </Menu.Label>
        {OwnItem && <OwnItem onOpen={(dialog) => onOpenDialog(dialog, button.current)} />}
        <Menu.Item
          leftSection={<IconKey size={16} aria-hidden />}
          onClick={() => onOpenDialog("password", button.current)}
        >
          {t`Change my password`}
        </Menu.Item>
        {admits(getNotificationSettings.access, session.role.id) && (
          <Menu.Item
            leftSection={<IconBellCog size={16} aria-hidden />}
            onClick={() => onOpenDialog("notifications", button.current)}
          >
            {t`Notifications`}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => void logOut()}>
          {t`Logout`}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
