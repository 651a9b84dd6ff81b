import { Trans, useLingui } from "@lingui/react/macro";
import { Avatar, Box, Menu, Text, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { IconBellCog, IconKey, IconLogout, IconSelector } from "@tabler/icons-react";
import { getNotificationSettings } from "@verandah/contract/notifications/notifications.ts";
import { roleNames } from "@verandah/contract/roles.ts";
import { useRef } from "react";

import { admits, useSession } from "#data/query/session.ts";
import { fullText } from "#shared/format/time.ts";

import { logOut } from "./log-out.ts";
import type { DialogName } from "./use-shell-dialog.tsx";

import classes from "./user-menu.module.css";

interface Props {
  /** Receives the button that opens the menu, which gets the focus afterwards. */
  onOpenDialog: (name: DialogName, opener: HTMLElement | null) => void;
}

export function UserMenu({ onOpenDialog }: Props) {
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
