import { useLingui } from "@lingui/react/macro";
import { Card, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ParkingDeck } from "@verandah/contract/parking.ts";

import { durationText } from "#shared/format/time.ts";
import { useMomentText } from "#shared/format/use-time-text.ts";
import { useNow } from "#shared/use-now.ts";

import classes from "./parking.module.css";

const MINUTE_MS = 60_000;

interface Props {
  bays: ParkingDeck["bays"];
  /** 0: no limit. */
  overParkedMinutes: number;
}

/** The cars of a deck that have been there for longer than the limit, the longest first. */
export function OverList({ bays, overParkedMinutes }: Props) {
  const { t } = useLingui();
  const nowMs = useNow();
  const momentText = useMomentText();
  const over = bays
    .flatMap(({ ssid, name, state, since }) => (state === "over" && since ? [{ ssid, name, since }] : []))
    .toSorted((a, b) => a.since.localeCompare(b.since));
  const limit = durationText(overParkedMinutes * MINUTE_MS);
  return (
    <Card component="section" padding="sm" aria-label={t`Cars over the limit`}>
      <Title order={2} size="h5">{t`Cars over the limit`}</Title>
      <Text size="sm" c="dimmed" mb="xs">
        {overParkedMinutes === 0 ? t`No limit is set.` : t`Limit: ${limit}`}
      </Text>
      {over.length === 0 && overParkedMinutes > 0 && <Text size="sm">{t`No car is over the limit.`}</Text>}
      <ul className={classes["list"]}>
        {over.map(({ ssid, name, since }) => {
          const moment = momentText(since);
          const length = durationText(nowMs - Date.parse(since));
          return (
            <li key={ssid}>
              <Link to="/admin/device" search={{ device: ssid }}>
                {name}
              </Link>
              <span>{t`since ${moment} · ${length}`}</span>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
