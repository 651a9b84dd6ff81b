import { useLingui } from "@lingui/react/macro";
import { Box, Burger, Group, Text } from "@mantine/core";
import type { ReactNode } from "react";

import type { LiveState } from "#data/live/live-stream.ts";
import { useSession } from "#data/query/session.ts";
import { clockText, dayText } from "#shared/format/time.ts";
import { StateText } from "#shared/ui/feedback/state-text.tsx";
import { ColorSchemeToggle } from "#shared/ui/preferences/color-scheme-toggle.tsx";
import { useNow } from "#shared/use-now.ts";

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
    <header className={classes["bar"]} data-no-print>
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

/** Source: spec 2 §9 (clock refresh 1 s). */
const CLOCK_REFRESH_MS = 1_000;

/** The campus's own time. */
function Clock() {
  const { t } = useLingui();
  const { campus } = useSession();
  const now = useNow(CLOCK_REFRESH_MS);
  return (
    <time
      dateTime={new Date(now).toISOString()}
      title={t`Time of ${campus.name} (${campus.timeZone})`}
      style={{ whiteSpace: "nowrap" }}
    >
      <Text span size="sm" c="dimmed" visibleFrom="sm" mr={8}>
        {dayText(now, campus.timeZone)}
      </Text>
      <Text span fw={600}>
        {clockText(now, campus.timeZone)}
      </Text>
    </time>
  );
}

const inks: Record<LiveState, string> = {
  live: "inherit",
  connecting: "dimmed",
  offline: "var(--text-critical)",
};

/** Whether values arrive through the live stream. */
function ConnectionMark({ state }: { state: LiveState }) {
  const { t } = useLingui();
  const words: Record<LiveState, string> = {
    live: t({ message: "Live", comment: "Values arrive by themselves" }),
    connecting: t`Connecting`,
    offline: t`Offline`,
  };
  const explanations: Record<LiveState, string> = {
    live: t`Values arrive as they change.`,
    connecting: t`Connecting to the live values.`,
    offline: t`No live values. The page asks again from time to time.`,
  };
  return (
    <StateText component="output" fz="xs" c={inks[state]} title={explanations[state]} miw={0}>
      <Box
        component="span"
        w={8}
        h={8}
        flex="none"
        bd="2px solid"
        bg={state === "live" ? "currentcolor" : "none"}
        style={{ borderRadius: "50%" }}
        aria-hidden
      />
      {/* A long word on a narrow phone. */}
      <Text span inherit truncate>
        {words[state]}
      </Text>
    </StateText>
  );
}
