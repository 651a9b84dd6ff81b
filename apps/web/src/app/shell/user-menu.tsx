import { Trans, useLingui } from "@lingui/react/macro";
import { Avatar, Menu, Text, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { IconLogout, IconSelector } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { logout } from "@verandah/contract/auth.ts";

import { call } from "#shared/call.ts";
import { fullText } from "#shared/format/time.ts";
import { useRoleName } from "#shared/role-name.ts";
import { sessionQuery, useSession } from "#shared/session.ts";
import { forgetAll } from "#shared/stored-context.ts";

import classes from "./user-menu.module.css";

export function UserMenu() {
  const { t } = useLingui();
  const roleName = useRoleName();
  const session = useSession();
  const leave = useLogout();
  const { name } = session.user;
  return (
    <Menu position="top" width={236} shadow="md">
      <Menu.Target>
        <UnstyledButton className={classes["button"] ?? ""}>
          <Avatar size={34} radius="xl" color="brand" aria-hidden>
            {name.slice(0, 1).toUpperCase()}
          </Avatar>
          <VisuallyHidden>{t`User menu:`}</VisuallyHidden>
          <span className={classes["names"]}>
            <Text span size="sm" fw={600} truncate display="block" lh={1.25}>
              {name}
            </Text>
            <Text span size="xs" c="dimmed" truncate display="block">
              {roleName(session.role.id)}
            </Text>
          </span>
          <IconSelector size={16} aria-hidden className={classes["hint"]} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {session.lastLogin ? (
            <Trans>Last login {fullText(session.lastLogin, session.campus.timeZone)}</Trans>
          ) : (
            <Trans>This is the first login</Trans>
          )}
        </Menu.Label>
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => void leave()}>
          <Trans>Logout</Trans>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Ends the session and forgets everything of it. Source: spec 2 §7 logout. */
function useLogout(): () => Promise<void> {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    // Without the server the cookie outlives this page, but what the page knows is gone all the same.
    await call(logout, {}, { onEndedSession: "throw" }).catch(() => undefined);
    forgetAll();
    queryClient.setQueryData(sessionQuery.queryKey, null);
    await navigate({ to: "/", replace: true });
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] });
  };
}
