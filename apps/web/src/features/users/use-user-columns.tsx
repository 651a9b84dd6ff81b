import { useLingui } from "@lingui/react/macro";
import { Text } from "@mantine/core";
import { IconBan, IconCircleCheck, IconCircleDashed, IconLock } from "@tabler/icons-react";
import { roleNames } from "@verandah/contract/roles.ts";
import type { User } from "@verandah/contract/users/users.ts";

import { useSession } from "#data/query/session.ts";
import { fullText, momentText } from "#shared/format/time.ts";
import type { GridColumn } from "#shared/ui/data-grid/columns.ts";
import { StateText } from "#shared/ui/feedback/state-text.tsx";
import { useNow } from "#shared/use-now.ts";

import { type UserAction, UserActions } from "./user-actions.tsx";

/** The columns of the users. */
export function useUserColumns(act: (user: User, action: UserAction) => void): GridColumn<User>[] {
  const { t } = useLingui();
  const session = useSession();
  const stateOf = useUserState();

  return [
    {
      id: "username",
      header: t`Username`,
      width: 140,
      text: ({ username }) => username,
      render: (user) => (
        <Text span inherit fw={600}>
          {user.username}
          {user.id === session.user.id && (
            <Text span inherit fw={400} c="dimmed">
              {" "}
              {t`(you)`}
            </Text>
          )}
        </Text>
      ),
    },
    { id: "role", header: t`Role`, width: 140, text: ({ role }) => t(roleNames[role.id]) },
    { id: "campus", header: t`Campus`, width: 150, text: ({ campus }) => campus.name },
    {
      id: "building",
      header: t`Building`,
      width: 110,
      text: ({ building }) => building.name,
    },
    {
      id: "email",
      header: t`E-mail`,
      width: 180,
      card: "line",
      text: ({ email }) => email ?? "",
    },
    {
      id: "state",
      header: t`State`,
      width: 130,
      text: (user) => stateOf(user).text,
      render: (user) => <UserState {...stateOf(user)} />,
    },
    {
      id: "lastLogin",
      header: t`Last login`,
      width: 150,
      text: ({ lastLogin }) => (lastLogin ? fullText(lastLogin, session.campus.timeZone) : t`No login yet`),
      sortKey: ({ lastLogin }) => lastLogin ?? "",
    },
    {
      id: "actions",
      header: t`Actions`,
      width: 100,
      isPlain: true,
      card: "action",
      render: (user) => (
        <UserActions user={user} isOwn={user.id === session.user.id} onAct={(action) => act(user, action)} />
      ),
    },
  ];
}

const TICK_MS = 60_000;
const icons = { disabled: IconBan, locked: IconLock, online: IconCircleCheck, offline: IconCircleDashed };

const inks = { disabled: "dimmed", locked: "var(--text-low)", online: "inherit", offline: "dimmed" };

/** Texts for whether a user can log in, and is logged in. */
function useUserState(): (user: User) => { state: keyof typeof icons; text: string } {
  const { t } = useLingui();
  const { campus } = useSession();
  const now = useNow(TICK_MS);
  return (user) => {
    if (user.disabledAt) return { state: "disabled", text: t`Disabled` };
    if (user.lockedUntil) {
      const until = momentText(user.lockedUntil, now, campus.timeZone);
      return { state: "locked", text: t`Locked until ${until}` };
    }
    if (user.isLoggedIn) return { state: "online", text: t`Logged in` };
    return { state: "offline", text: t`Not logged in` };
  };
}

function UserState({ state, text }: ReturnType<ReturnType<typeof useUserState>>) {
  const Icon = icons[state];
  return (
    <StateText fw={400} c={inks[state]} style={{ gap: 6, verticalAlign: "middle" }}>
      <Icon size={15} aria-hidden />
      {text}
    </StateText>
  );
}
