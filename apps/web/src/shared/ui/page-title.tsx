import { Title } from "@mantine/core";
import { useEffect, useRef } from "react";

import { useDocumentTitle } from "../document-title.ts";

import classes from "./page-title.module.css";

/**
 * The one heading of a screen. It takes the focus when the screen was reached by a navigation (the shell has then put the focus on
 * `main`), so that a screen reader says where one is.
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
