import { useLingui } from "@lingui/react/macro";
import { Drawer } from "@mantine/core";
import type { RefObject } from "react";

import { AlarmDetailsHost } from "./alarms/alarm-details-host.tsx";
import { Sidebar } from "./sidebar.tsx";
import { type DialogName, useShellDialog } from "./use-shell-dialog.tsx";

import classes from "./shell.module.css";

export { AlarmBell } from "./alarms/alarm-bell.tsx";
export { AlarmToasts } from "./alarms/alarm-toasts.tsx";
export { BookingNews } from "./booking-news.tsx";
export { LanguageMenu } from "./language-menu.tsx";

interface Props {
  pathname: string;
  isDrawerOpen: boolean;
  onCloseDrawer: () => void;
  main: RefObject<HTMLElement | null>;
}

/** The menu beside the screen, which is a drawer on a phone, and what opens over any screen. */
export function Menus({ pathname, isDrawerOpen, onCloseDrawer, main }: Props) {
  const { t } = useLingui();
  const [dialog, openDialog] = useShellDialog(main);
  function openFromMenu(name: DialogName, from: HTMLElement | null) {
    onCloseDrawer();
    void openDialog(name, from);
  }
  return (
    <>
      <aside className={classes["aside"]}>
        <Sidebar pathname={pathname} onOpenDialog={openFromMenu} />
      </aside>
      <Drawer.Root opened={isDrawerOpen} onClose={onCloseDrawer} size={260} hiddenFrom="md">
        <Drawer.Overlay />
        <Drawer.Content aria-label={t`Main menu`}>
          <Drawer.Body p={0} className={classes["drawer"] ?? ""}>
            <Sidebar pathname={pathname} onOpenDialog={openFromMenu} onClose={onCloseDrawer} />
          </Drawer.Body>
        </Drawer.Content>
      </Drawer.Root>
      {dialog}
      <AlarmDetailsHost />
    </>
  );
}
