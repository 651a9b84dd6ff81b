import { useLingui } from "@lingui/react/macro";
import { Text, UnstyledButton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconChevronDown, IconUsers } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { chooseBuilding } from "@verandah/contract/campuses/cities.ts";
import { type RoleId, roles } from "@verandah/contract/roles.ts";

import { admits, useSession } from "#data/query/session.ts";
import { stored } from "#shared/stored-context.ts";

import type { MenuGroup, Screen } from "../screen.ts";
import { screens } from "../screens.ts";
import { MenuFrame } from "./menu-frame.tsx";
import * as icons from "./menu-icons.ts";
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

type MenuItem = Screen & { readonly menu: object };

/** The entries of a menu group that a role sees. */
function menuOf(role: RoleId, group: MenuGroup): MenuItem[] {
  if (group === "management" && role !== roles.administrator) return [];
  return screens.filter(
    (screen): screen is MenuItem => screen.menu?.group === group && admits(screen.access, role),
  );
}

/** The stored id for `$id` after each kind of place. Source: spec 2 §2 Shell and menu. */
const idSources: Readonly<Record<string, Parameters<typeof stored>[0]>> = {
  building: "buildingID",
  floor: "floorID",
  zone: "zoneID",
  device: "deviceID",
};

/** The address of a menu entry: `$id` is the stored id, without one the session's building, and 0 for other kinds of place. */
function menuAddress(path: string, buildingId: number): string {
  const filled = path.replace(/([^/]+)\/\$id/, (_, kind: string) => {
    const source = idSources[kind];
    const id = (source && stored(source)) ?? (kind === "building" ? String(buildingId) : "0");
    return `${kind}/${encodeURIComponent(id)}`;
  });
  return `/admin/${filled}`;
}
