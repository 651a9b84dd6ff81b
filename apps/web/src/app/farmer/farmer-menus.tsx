import "@mantine/core/styles.layer.css";
import { useLingui } from "@lingui/react/macro";
import { Text } from "@mantine/core";
import { IconDroplets } from "@tabler/icons-react";
import type { RefObject } from "react";

import { useSession } from "#data/query/session.ts";

import { MenuFrame } from "../shell/menu-frame.tsx";
import { Menus } from "../shell/menus.tsx";

import classes from "../shell/sidebar.module.css";

export { AlarmToasts } from "../shell/alarms/alarm-toasts.tsx";
export { LanguageMenu } from "../shell/language-menu.tsx";

interface Props {
  isDrawerOpen: boolean;
  onCloseDrawer: () => void;
  main: RefObject<HTMLElement | null>;
}

/** The menu of a farmer has one screen. */
export function FarmerMenus(props: Props) {
  const { t } = useLingui();
  const { campus } = useSession();
  const place = (
    <Text size="xs" c="dimmed" truncate>
      {campus.name}
    </Text>
  );
  return (
    <Menus {...props}>
      {(menu) => (
        <MenuFrame place={place} {...menu}>
          <ul>
            <li>
              <a href="/admin/dashboard" className={classes["item"]} aria-current="page">
                <IconDroplets size={18} stroke={1.7} aria-hidden />
                <span>{t`Dashboard`}</span>
              </a>
            </li>
          </ul>
        </MenuFrame>
      )}
    </Menus>
  );
}
