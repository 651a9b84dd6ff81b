import { Title } from "@mantine/core";
import { getAlarmSummary } from "@verandah/contract/alarms/alarms.ts";
import { useEffect, useRef } from "react";

import { useRoute } from "#data/query/use-route.ts";

import { useDocumentTitle } from "../document-title.ts";
import { numberText } from "../format/number.ts";

/**
 * The only heading of a screen. It gets the focus after a navigation (the shell has then moved the focus to `main`), so that a screen
 * reader announces the screen. The tab's title begins with the number of the bell, which loads it.
 */
export function PageTitle({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { data: alarms } = useRoute(getAlarmSummary, {}, { enabled: false });
  const count = alarms ? alarms.active.critical + alarms.active.noncritical : 0;
  useDocumentTitle(count > 0 ? `(${numberText(count)}) ${children}` : children);
  useEffect(() => {
    if (document.activeElement?.tagName === "MAIN") heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <Title order={1} size="h3" ref={heading} tabIndex={-1} style={{ overflowWrap: "anywhere" }}>
      {children}
    </Title>
  );
}
