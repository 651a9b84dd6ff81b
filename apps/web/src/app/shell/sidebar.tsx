import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Box, Menu, Text, UnstyledButton } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { IconChevronDown, IconMap2 } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { listOwnCampuses } from "@verandah/contract/auth/auth.ts";
import { chooseBuilding } from "@verandah/contract/campuses/cities.ts";
import { Fragment, type ReactNode } from "react";

import { admits, useSession } from "#data/query/session.ts";
import { useRoute } from "#data/query/use-route.ts";
import { useHasSystem } from "#shared/equipment/site-types.ts";

import { menuAddress, type MenuItem, menuOf } from "../menu.ts";
import type { MenuJob } from "../screen.ts";
import { MenuFrame } from "./menu-frame.tsx";
import * as icons from "./menu-icons.ts";
import type { DialogName } from "./use-shell-dialog.tsx";

import classes from "./sidebar.module.css";

const menuIcons: typeof icons = icons;

/** A menu of so few entries has no heads. */
const SHORT_MENU_MAX = 8;

interface Head {
  readonly name: MessageDescriptor;
  readonly icon: keyof typeof icons;
  /** Open before the user opens it: a holiday of the air handling units takes three presses. */
  readonly startsOpen?: true;
}

/** A part without a head is a single entry. */
const heads: Readonly<Partial<Record<MenuJob, Head>>> = {
  spaces: { name: msg({ message: "Spaces", context: "menu" }), icon: "IconMap2" },
  equipment: { name: msg`Equipment`, icon: "IconPropeller" },
  schedules: { name: msg`Schedules`, icon: "IconCalendarStats", startsOpen: true },
  energy: { name: msg`Energy`, icon: "IconPlug" },
  bookings: { name: msg`Bookings`, icon: "IconCalendarCheck" },
  pumps: { name: msg`Solar pumps`, icon: "IconSolarPanel" },
  administration: { name: msg`Administration`, icon: "IconTool" },
  management: { name: msg`User Management`, icon: "IconUsers" },
};

interface Props {
  pathname: string;
  onOpenDialog: (name: DialogName, opener: HTMLElement | null) => void;
  /** Given when the sidebar is a drawer. */
  onClose?: (() => void) | undefined;
}

export function Sidebar({ pathname, onOpenDialog, onClose }: Props) {
  const session = useSession();
  const parts = menuOf(session.role.id, useHasSystem());
  const isShort = parts.flatMap(({ items }) => items).length <= SHORT_MENU_MAX;

  const place = admits(chooseBuilding.access, session.role.id) ? (
    // The area to press is higher than the line of text.
    <Text size="xs" lh={1.2} py={5} my={-5} lineClamp={2} component={Link} to="/admin/home" onClick={onClose}>
      {session.campus.name} · {session.building.name}
    </Text>
  ) : (
    <Text size="xs" c="dimmed" truncate>
      {session.campus.name}
    </Text>
  );

  return (
    <MenuFrame place={place} onOpenDialog={onOpenDialog} onClose={onClose} OwnItem={CampusItem}>
      {parts.map(({ job, items }) => {
        const entries = <Items items={items} pathname={pathname} onNavigate={onClose} />;
        const head = heads[job];
        if (!head || isShort) return <Fragment key={job}>{entries}</Fragment>;
        const hasCurrent = items.some((item) => menuAddress(item.path, session.building.id) === pathname);
        return (
          <Part key={job} id={job} head={head} hasCurrent={hasCurrent}>
            {entries}
          </Part>
        );
      })}
    </MenuFrame>
  );
}

/** The open campus in the user menu, for a user with several. */
function CampusItem({ onOpen }: { onOpen: (name: DialogName) => void }) {
  const { t } = useLingui();
  const { name } = useSession().campus;
  const { data } = useRoute(listOwnCampuses, {});
  if (!data || data.length < 2) return null;
  return (
    <Menu.Item leftSection={<IconMap2 size={16} aria-hidden />} onClick={() => onOpen("campus")}>
      {t`Campus: ${name}`}
    </Menu.Item>
  );
}

interface PartProps {
  id: MenuJob;
  head: Head;
  hasCurrent: boolean;
  children: ReactNode;
}

/** The entries of a job below its head. It is open while it has the open screen, or from the start, until the user opens or closes it: that is kept. */
function Part({ id, head, hasCurrent, children }: PartProps) {
  const { i18n } = useLingui();
  const [chosen, setChosen] = useLocalStorage<boolean | null>({
    key: `verandah.menu-${id}`,
    defaultValue: null,
    getInitialValueInEffect: false,
  });
  const isOpen = chosen ?? (hasCurrent || head.startsOpen === true);
  const Icon = menuIcons[head.icon];
  return (
    <>
      <UnstyledButton
        className={classes["item"] ?? ""}
        aria-expanded={isOpen}
        aria-controls={`menu-${id}`}
        data-current={hasCurrent && !isOpen}
        onClick={() => setChosen(!isOpen)}
      >
        <Icon size={18} stroke={1.7} aria-hidden />
        <span>{i18n._(head.name)}</span>
        <IconChevronDown size={16} aria-hidden style={{ marginLeft: "auto" }} />
      </UnstyledButton>
      <Box id={`menu-${id}`} hidden={!isOpen} pl={14}>
        {children}
      </Box>
    </>
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
