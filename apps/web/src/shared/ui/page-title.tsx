import { Title } from "@mantine/core";
import { useEffect, useRef } from "react";

import { useDocumentTitle } from "../document-title.ts";

import classes from "./page-title.module.css";

/**
 * The only heading of a screen. It gets the focus after a navigation (the shell has then moved the focus to `main`), so that a screen
 * reader announces the screen.
 */
export function PageTitle({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useDocumentTitle(children);
  useEffect(() => {
    if (document.activeElement?.tagName === "MAIN") heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <Title order={1} size="h3" ref={heading} tabIndex={-1} className={classes["title"] ?? ""}>
      {children}
    </Title>
  );
}
