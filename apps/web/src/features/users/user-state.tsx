import { useLingui } from "@lingui/react/macro";
import { IconBan, IconCircleCheck, IconCircleDashed, IconLock } from "@tabler/icons-react";
import type { User } from "@verandah/contract/users/users.ts";

import { useSession } from "#data/query/session.ts";
import { momentText } from "#shared/format/time.ts";
import { useNow } from "#shared/use-now.ts";

import classes from "./users.module.css";

const TICK_MS = 60_000;
const icons = { disabled: IconBan, locked: IconLock, online: IconCircleCheck, offline: IconCircleDashed };

/** Whether a user can log in, and is logged in, in words. */
export function useUserState(): (user: User) => { state: keyof typeof icons; text: string } {
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

export function UserState({ state, text }: ReturnType<ReturnType<typeof useUserState>>) {
  const Icon = icons[state];
  return (
    <span className={classes["state"]} data-state={state}>
      <Icon size={15} aria-hidden />
      {text}
    </span>
  );
}
