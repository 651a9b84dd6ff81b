import { useLingui } from "@lingui/react/macro";
import type { User } from "@verandah/contract/users/users.ts";

import { useSession } from "#data/query/session.ts";
import { fullText } from "#shared/format/time.ts";
import { useRoleName } from "#shared/texts/role-name.ts";
import type { GridColumn } from "#shared/ui/data-grid/use-grid-table.ts";

import { type UserAction, UserActions } from "./user-actions.tsx";
import { UserState, useUserState } from "./user-state.tsx";

import classes from "./users.module.css";

/** The columns of the users, the texts of their cells, and the keys of their order. */
export function useUserColumns(act: (user: User, action: UserAction) => void) {
  const { t } = useLingui();
  const session = useSession();
  const roleName = useRoleName();
  const stateOf = useUserState();

  const cellOf = (user: User, column: string): string => {
    switch (column) {
      case "role":
        return roleName(user.role.id);
      case "building":
        return user.building.name;
      case "email":
        return user.email ?? "";
      case "state":
        return stateOf(user).text;
      case "lastLogin":
        return user.lastLogin ? fullText(user.lastLogin, session.campus.timeZone) : t`No login yet`;
      default:
        return user.username;
    }
  };
  const keyOf = (user: User, column: string) =>
    column === "lastLogin" ? (user.lastLogin ?? "") : cellOf(user, column);
  const textColumn = (id: string): Pick<GridColumn<User>, "id" | "cell"> => ({
    id,
    // An empty cell would break the lines of a card.
    cell: (user) => cellOf(user, id) || "–",
  });
  const columns: GridColumn<User>[] = [
    {
      id: "username",
      header: t`Username`,
      width: 140,
      card: "title",
      cell: (user) => (
        <span className={classes["name"]}>
          {user.username}
          {user.id === session.user.id && <span className={classes["own"]}> {t`(you)`}</span>}
        </span>
      ),
    },
    { ...textColumn("role"), header: t`Role`, width: 130, card: "inline" },
    { ...textColumn("building"), header: t`Building`, width: 110, card: "inline" },
    { ...textColumn("email"), header: t`E-mail`, width: 180, card: "line" },
    {
      id: "state",
      header: t`State`,
      width: 130,
      card: "inline",
      cell: (user) => <UserState {...stateOf(user)} />,
    },
    { ...textColumn("lastLogin"), header: t`Last login`, width: 150, card: "inline" },
    {
      id: "actions",
      header: t`Actions`,
      width: 100,
      isPlain: true,
      card: "action",
      cell: (user) => (
        <UserActions user={user} isOwn={user.id === session.user.id} onAct={(action) => act(user, action)} />
      ),
    },
  ];
  return { columns, cellOf, keyOf };
}
