import { useLingui } from "@lingui/react/macro";
import { Text, UnstyledButton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconChevronDown, IconUsers } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { chooseBuilding } from "@verandah/contract/campuses/cities.ts";

import { admits, useSession } from "#data/query/session.ts";

import { MenuFrame } from "./menu-frame.tsx";
import * as icons from "./menu-icons.ts";
import { menuAddress, type MenuItem, menuOf } from "./menu.ts";
import type { DialogName } from "./use-shell-dialog.tsx";

import classes from "./sidebar.module.css";

const menuIcons: typeof icons = icons;

interface Props {
  pathname: string;
  onOpenDialog: (name: DialogName, opener: HTMLElement | null) => void;
  /** Given when the sidebar is a drawer. */
  onClose?: (() => void) | undefined;
}

export function Sidebar({ pathname, onOpenDialog, onClose }: Props) {
  const { t } = useLingui();
  const session = useSession();
  const main = menuOf(session.role.id, "main");
  const extra = menuOf(session.role.id, "extra");
  const management = menuOf(session.role.id, "management");
  const isManaging = management.some((item) => pathname === `/admin/${item.path}`);
  const [isOpen, group] = useDisclosure(isManaging);

  const place = admits(chooseBuilding.access, session.role.id) ? (
    <Text size="xs" truncate component={Link} to="/admin/home" onClick={onClose}>
      {session.campus.name} · {session.building.name}
    </Text>
  ) : (
    <Text size="xs" c="dimmed" truncate>
      {session.campus.name}
    </Text>
  );

  return (
    <MenuFrame place={place} onOpenDialog={onOpenDialog} onClose={onClose}>
      <Items items={main} pathname={pathname} onNavigate={onClose} />
      {extra.length > 0 && main.length > 0 && <hr className={classes["line"]} />}
      <Items items={extra} pathname={pathname} onNavigate={onClose} />
      {management.length > 0 && (
        <>
          <UnstyledButton
            className={classes["item"] ?? ""}
            aria-expanded={isOpen}
            aria-controls="user-management"
            onClick={group.toggle}
          >
            <IconUsers size={18} stroke={1.7} aria-hidden />
            <span>{t`User Management`}</span>
            <IconChevronDown size={16} aria-hidden className={classes["chevron"]} />
          </UnstyledButton>
          <div id="user-management" hidden={!isOpen} className={classes["group"]}>
            <Items items={management} pathname={pathname} onNavigate={onClose} />
          </div>
        </>
      )}
    </MenuFrame>
  );
}

interface ItemsProps {
  items: readonly MenuItem[];
  pathname: string;
  onNavigate: (() => void) | undefined;
}

function Items({ items, pathname, onNavigate }: ItemsProps) {
  const { i18n } = useLingui();
  const session = useSession();
  return (
    <ul>
      {items.map((item) => {
        const address = menuAddress(item.path, session.building.id);
        const isCurrent = pathname === address;
        const { icon, count: Count } = item.menu;
        const Icon = menuIcons[icon];
        return (
          <li key={item.path}>
            <Link
              to={address}
              className={classes["item"]}
              {...(onNavigate && { onClick: onNavigate })}
              {...(isCurrent && { "aria-current": "page" })}
            >
              <Icon size={18} stroke={1.7} aria-hidden />
              <span>{i18n._(item.name)}</span>
              {Count && <Count />}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
