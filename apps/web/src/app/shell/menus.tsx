import { useLingui } from "@lingui/react/macro";
import { Drawer } from "@mantine/core";
import type { ReactNode, RefObject } from "react";

import { useIsNarrow } from "#shared/ui/use-is-narrow.ts";

import { AlarmDetailsHost } from "./alarms/alarm-details-host.tsx";
import { type DialogName, useShellDialog } from "./use-shell-dialog.tsx";

import classes from "./shell.module.css";

interface Menu {
  onOpenDialog: (name: DialogName, opener: HTMLElement | null) => void;
  /** Given when the menu is a drawer. */
  onClose?: () => void;
}

interface Props {
  isDrawerOpen: boolean;
  onCloseDrawer: () => void;
  main: RefObject<HTMLElement | null>;
  children: (menu: Menu) => ReactNode;
}

/** The menu beside the screen, which is a drawer on a phone, and what opens over any screen. */
export function Menus({ isDrawerOpen, onCloseDrawer, main, children }: Props) {
  const { t } = useLingui();
  const isNarrow = useIsNarrow();
  const [dialog, openDialog] = useShellDialog(main);
  function openFromMenu(name: DialogName, from: HTMLElement | null) {
    onCloseDrawer();
    void openDialog(name, from);
  }
  return (
    <>
      {!isNarrow && <aside className={classes["aside"]}>{children({ onOpenDialog: openFromMenu })}</aside>}
      <Drawer.Root opened={isDrawerOpen} onClose={onCloseDrawer} size={260} hiddenFrom="md">
        <Drawer.Overlay />
        <Drawer.Content aria-label={t`Main menu`}>
          <Drawer.Body p={0} h="100dvh">
            {children({ onOpenDialog: openFromMenu, onClose: onCloseDrawer })}
          </Drawer.Body>
        </Drawer.Content>
      </Drawer.Root>
      {dialog}
      <AlarmDetailsHost />
    </>
  );
}
