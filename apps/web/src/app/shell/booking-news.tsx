import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Menu, Text, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { IconBell, IconCalendarCheck } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import {
  type WaitlistNews,
  listWaitlistNews,
  markWaitlistNewsSeen,
} from "@verandah/contract/bookings/waitlist.ts";
import { buildingStaff } from "@verandah/contract/roles.ts";
import { useEffect, useRef, useState } from "react";

import { admits, useSession } from "#data/query/session.ts";
import { useChange } from "#data/query/use-change.ts";
import { useRoute } from "#data/query/use-route.ts";
import { numberText } from "#shared/format/number.ts";
import { spanText } from "#shared/format/time.ts";
import { showToast } from "#shared/ui/feedback/toast.ts";

import classes from "./alarms/alarm-bell.module.css";

/** For messages that the user did not cause. Source: spec 2 §9, the longest. */
const TOAST_MS = 6_000;

const screens = { seat: "/admin/seat-booking", room: "/admin/room-booking" } as const;

/**
 * Bookings from the waitlist that the user has not seen. Members have no alarms, so their bell shows them. Staff see a separate icon beside
 * the bell, which counts alarms only, like the list of alarms.
 */
export function BookingNews() {
  const { t } = useLingui();
  const { campus, role } = useSession();
  const { data = [], isSuccess } = useRoute(listWaitlistNews, {});
  const markSeen = useChange(markWaitlistNewsSeen);
  const [opened, setOpened] = useState<readonly WaitlistNews[]>();
  const known = useRef<ReadonlySet<number>>(undefined);

  useEffect(() => {
    if (!isSuccess) return;
    const fresh = known.current ? data.filter(({ id }) => !known.current?.has(id)) : [];
    known.current = new Set(data.map(({ id }) => id));
    for (const { space, from, to } of fresh) {
      const place = [space.name, space.zone, space.floor].join(", ");
      const time = spanText(from, to, campus.timeZone);
      const title = t`Booked for you from the waitlist`;
      showToast({ kind: "success", forMs: TOAST_MS, title, text: `${place}: ${time}` });
    }
  }, [data, isSuccess, campus.timeZone, t]);

  const isMember = !admits(buildingStaff, role.id);
  const count = data.length;
  if (!isMember && count === 0 && !opened) return null;
  const Icon = isMember ? IconBell : IconCalendarCheck;
  return (
    <Menu
      position="bottom-end"
      shadow="md"
      width={300}
      onOpen={() => {
        setOpened(data);
        if (count > 0) markSeen.mutate({ ids: data.map(({ id }) => id) });
      }}
      onClose={() => setOpened(undefined)}
    >
      <Menu.Target>
        <UnstyledButton className={classes["bell"] ?? ""}>
          <Icon size={20} aria-hidden />
          {count > 0 && (
            <span className={classes["count"]} data-state="news" aria-hidden>
              {numberText(count)}
            </span>
          )}
          <VisuallyHidden>
            {count === 0
              ? t`News`
              : plural(count, {
                  one: "News: # booking from the waitlist",
                  other: "News: # bookings from the waitlist",
                })}
          </VisuallyHidden>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {opened?.map(({ id, kind, space, from, to, reference }) => (
          <Menu.Item key={id} component={Link} to={`${screens[kind]}?tab=booked`}>
            {[space.name, space.zone, space.floor].join(", ")}
            <Text size="sm">{spanText(from, to, campus.timeZone)}</Text>
            <Text size="xs" c="dimmed">
              {t`Booked for you from the waitlist`} · {reference}
            </Text>
          </Menu.Item>
        ))}
        {opened?.length === 0 && <Menu.Label>{t`No news`}</Menu.Label>}
      </Menu.Dropdown>
    </Menu>
  );
}
