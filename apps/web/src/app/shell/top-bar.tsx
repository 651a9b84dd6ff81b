import { useLingui } from "@lingui/react/macro";
import { Burger, Group } from "@mantine/core";
import type { ReactNode } from "react";

import type { LiveState } from "#data/live/live-stream.ts";
import { ColorSchemeToggle } from "#shared/ui/preferences/color-scheme-toggle.tsx";

import { Clock } from "./clock.tsx";
import { ConnectionMark } from "./connection-mark.tsx";

import classes from "./top-bar.module.css";

interface Props {
  liveState: LiveState | undefined;
  isDrawerOpen: boolean;
  onBurger: () => void;
  /** Alarms and messages of the user. */
  news: ReactNode;
  languages: ReactNode;
}

export function TopBar({ liveState, isDrawerOpen, onBurger, news, languages }: Props) {
  const { t } = useLingui();
  return (
    <header className={classes["bar"]}>
      <Burger
        size="sm"
        hiddenFrom="md"
        opened={isDrawerOpen}
        onClick={onBurger}
        aria-label={t`Open the menu`}
        aria-expanded={isDrawerOpen}
      />
      <Clock />
      {liveState && <ConnectionMark state={liveState} />}
      <Group gap={4} ml="auto" wrap="nowrap">
        {news}
        {languages}
        <ColorSchemeToggle />
      </Group>
    </header>
  );
}
