import { useLingui } from "@lingui/react/macro";
import { UnstyledButton } from "@mantine/core";
import { IconAlarm, IconBuilding, IconMap2, IconMenu2, IconSearch } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";

import { useSession } from "#data/query/session.ts";
import { useIsNarrow } from "#shared/ui/use-is-narrow.ts";

import classes from "./bottom-bar.module.css";

interface Props {
  pathname: string;
  onSearch: () => void;
  /** Opens the whole menu. */
  onMore: () => void;
}

/** The screens of every day within reach of a thumb, on a phone. */
export function BottomBar({ pathname, onSearch, onMore }: Props) {
  const { t } = useLingui();
  const { building } = useSession();
  const isNarrow = useIsNarrow();
  if (!isNarrow) return null;
  const links = [
    { to: `/admin/building/${building.id}/dashboard`, name: t`Home`, Icon: IconBuilding },
    { to: "/admin/eventsviewer", name: t`Alarms`, Icon: IconAlarm },
    { to: "/admin/selector", name: t({ message: "Spaces", context: "menu" }), Icon: IconMap2 },
  ];
  return (
    <nav aria-label={t`Daily screens`} className={classes["bar"]} data-bottom-bar>
      {links.map(({ to, name, Icon }) => (
        <Link
          key={to}
          to={to}
          className={classes["item"]}
          {...(pathname === to && { "aria-current": "page" })}
        >
          <Icon size={20} aria-hidden />
          {name}
        </Link>
      ))}
      <UnstyledButton className={classes["item"] ?? ""} onClick={onSearch}>
        <IconSearch size={20} aria-hidden />
        {t`Search`}
      </UnstyledButton>
      <UnstyledButton className={classes["item"] ?? ""} onClick={onMore}>
        <IconMenu2 size={20} aria-hidden />
        {t({ message: "More", comment: "Opens the menu with all other screens" })}
      </UnstyledButton>
    </nav>
  );
}
