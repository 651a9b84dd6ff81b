import { Trans } from "@lingui/react/macro";
import type { ReactNode, RefObject } from "react";

import classes from "./shell.module.css";

interface Props {
  main: RefObject<HTMLElement | null>;
  menus: ReactNode;
  bar: ReactNode;
  toasts: ReactNode;
  children: ReactNode;
}

/** The places of menu, bar and screen. */
export function ShellFrame({ main, menus, bar, toasts, children }: Props) {
  return (
    <div className={classes["shell"]}>
      <a href="#main" className={classes["skip"]}>
        <Trans>Skip to the content</Trans>
      </a>
      {menus}
      {bar}
      <main id="main" ref={main} tabIndex={-1} className={classes["main"]}>
        {children}
      </main>
      {toasts}
    </div>
  );
}
