import { useLingui } from "@lingui/react/macro";
import { ActionIcon, Button, Group, Menu } from "@mantine/core";
import {
  IconBan,
  IconCircleCheck,
  IconDots,
  IconLockOpen,
  IconLogout,
  IconUserMinus,
} from "@tabler/icons-react";
import type { User } from "@verandah/contract/users/users.ts";

export type UserAction = "edit" | "unlock" | "end-sessions" | "disable" | "enable" | "remove";

interface Item {
  action: UserAction;
  icon: typeof IconBan;
  text: string;
}

interface Props {
  user: User;
  isOwn: boolean;
  onAct: (action: UserAction) => void;
}

/** What an administrator can do with a user. The own account can only be edited. */
export function UserActions({ user, isOwn, onAct }: Props) {
  const { t } = useLingui();
  const { username } = user;
  const state: Item = user.disabledAt
    ? { action: "enable", icon: IconCircleCheck, text: t`Enable` }
    : { action: "disable", icon: IconBan, text: t`Disable` };
  const items: Item[] = [
    ...(user.lockedUntil && user.isManagedHere
      ? [{ action: "unlock", icon: IconLockOpen, text: t`Unlock` } as const]
      : []),
    ...(user.isLoggedIn && !isOwn
      ? [{ action: "end-sessions", icon: IconLogout, text: t`End the session` } as const]
      : []),
    ...(isOwn || !user.isManagedHere ? [] : [state]),
    ...(isOwn || !user.hasOtherCampuses
      ? []
      : [{ action: "remove", icon: IconUserMinus, text: t`Remove from this campus` } as const]),
  ];
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      <Button
        size="compact-sm"
        variant="default"
        aria-label={t`Edit ${username}`}
        onClick={() => onAct("edit")}
      >
        {t`Edit`}
      </Button>
      <Menu position="bottom-end" shadow="md" disabled={items.length === 0}>
        <Menu.Target>
          <ActionIcon disabled={items.length === 0} aria-label={t`More for ${username}`}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {items.map(({ action, icon: Icon, text }) => (
            <Menu.Item
              key={action}
              leftSection={<Icon size={16} aria-hidden />}
              onClick={() => onAct(action)}
            >
              {text}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}
