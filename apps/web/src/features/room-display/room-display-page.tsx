import { useLingui } from "@lingui/react/macro";
import { Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useLocation, useParams } from "@tanstack/react-router";
import { CHECK_IN_MINUTES } from "@verandah/contract/bookings/bookings.ts";
import {
  type RoomDisplay,
  DISPLAY_KEY_HEADER,
  readRoomDisplay,
} from "@verandah/contract/bookings/room-displays.ts";

import { useSlowRound } from "#data/live/live.ts";
import { freshnessOf, keyOf } from "#data/query/route-query.ts";
import { useDocumentTitle } from "#shared/document-title.ts";
import { momentText } from "#shared/format/time.ts";
import { wallTime, wallDay } from "#shared/format/wall-time.ts";
import { spaceNow } from "#shared/taken-times.ts";
import { useNow } from "#shared/use-now.ts";

import classes from "./room-display.module.css";

/** Data of this age is not shown as the present, ms. */
const OLD_MS = 60_000;
const SECOND_MS = 1_000;

/** What the door display of a room shows, read with its key instead of a session, and how late the tablet's clock is. */
const useDisplay = (id: string, key: string) =>
  useQuery({
    queryKey: [...keyOf(readRoomDisplay), { id, key }],
    queryFn: async ({ signal }) => {
      const display = await readDisplay(id, key, signal);
      return { display, behindMs: Date.parse(display.now) - Date.now() };
    },
    meta: freshnessOf(readRoomDisplay),
    retry: false,
  });

/** @throws Error when the server refuses */
async function readDisplay(id: string, key: string, signal: AbortSignal): Promise<RoomDisplay> {
  const response = await fetch(readRoomDisplay.path.replace(":id", encodeURIComponent(id)), {
    headers: { [DISPLAY_KEY_HEADER]: key },
    credentials: "omit",
    signal: AbortSignal.any([signal, AbortSignal.timeout(readRoomDisplay.pauseMs)]),
  });
  if (!response.ok) throw new Error(`status ${response.status}`);
  const display: RoomDisplay = await response.json();
  return display;
}

/** The page at the door of a room: free or taken, until when, and the rest of the day. No names, no session. */
export function RoomDisplayPage() {
  const { t } = useLingui();
  const { id = "" } = useParams({ strict: false });
  const key = useLocation().hash;
  useSlowRound(false);
  const { data, error, dataUpdatedAt } = useDisplay(id, key);
  useDocumentTitle(data?.display.room ?? t`Room`);
  if (!data)
    return (
      <main className={classes["page"]} data-state="unknown" aria-busy={!error}>
        <h1 className={classes["room"]}>
          {error ? t`This address does not show a room, or the server does not answer.` : t`Loading`}
        </h1>
      </main>
    );
  return <Room {...data} readAtMs={dataUpdatedAt} />;
}

interface RoomProps {
  display: RoomDisplay;
  behindMs: number;
  readAtMs: number;
}

function Room({ display, behindMs, readAtMs }: RoomProps) {
  const { t } = useLingui();
  const clockMs = useNow(SECOND_MS);
  const isOld = clockMs - readAtMs > OLD_MS;
  const nowMs = clockMs + behindMs;
  const clock = (ms: number) => wallTime(ms, display.timeZone).slice(11);
  const { current, changesAtMs } = spaceNow(display.taken, nowMs);
  const seats = display.seats;
  const end =
    changesAtMs === undefined
      ? undefined
      : momentText(new Date(changesAtMs).toISOString(), nowMs, display.timeZone);
  const isWaitedFor =
    current?.status === "booked" && nowMs - Date.parse(current.from) <= CHECK_IN_MINUTES * 60 * SECOND_MS;
  const state = isOld ? "unknown" : current ? (isWaitedFor ? "waiting" : "taken") : "free";
  const today = wallDay(nowMs, display.timeZone);
  const later = display.taken.filter(
    ({ from }) => Date.parse(from) > nowMs && wallTime(Date.parse(from), display.timeZone).startsWith(today),
  );
  const words = {
    unknown: t`State unknown`,
    free: t`Free`,
    taken: t`Occupied`,
    waiting: t`Booked, not checked in`,
  };
  return (
    <main className={classes["page"]} data-state={state}>
      <Group component="header" justify="space-between" align="flex-start" wrap="nowrap" gap="4vmin">
        <div>
          <h1 className={classes["room"]}>{display.room}</h1>
          <p>
            {display.floor} · {t`${seats} seats`}
          </p>
        </div>
        <Text component="time" inherit fz="clamp(24px, 6vmin, 64px)">
          {clock(nowMs)}
        </Text>
      </Group>
      <section className={classes["now"]} role="status">
        <Text fz="clamp(34px, 11vmin, 130px)" fw={700} lh={1.1}>
          {words[state]}
        </Text>
        {state === "unknown" ? (
          <p>{t`The server does not answer.`}</p>
        ) : (
          end !== undefined && <p>{current ? t`Free again at ${end}` : t`Until ${end}`}</p>
        )}
      </section>
      <section aria-label={t`Later today`}>
        <Text component="h2" mb="1.5vmin" fz="1em" fw={700}>{t`Later today`}</Text>
        {later.length === 0 ? (
          <p>{isOld ? "–" : t`No more bookings today.`}</p>
        ) : (
          <Group component="ul" gap="2vmin 4vmin">
            {later.map(({ from, to }) => (
              <li key={`${from} ${to}`}>
                {clock(Date.parse(from))} – {clock(Date.parse(to))}
              </li>
            ))}
          </Group>
        )}
      </section>
    </main>
  );
}
