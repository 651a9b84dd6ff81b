import type { MessageDescriptor } from "@lingui/core";
import { useLingui } from "@lingui/react/macro";
import { IconLock, IconPlugOff } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { System } from "@verandah/contract/equipment.ts";
import { roles } from "@verandah/contract/roles.ts";

import { admits, landingPath, useSession } from "#data/query/session.ts";
import { useHasSystem } from "#shared/equipment/site-types.ts";
import { FullPageMessage } from "#shared/ui/feedback/full-page-message.tsx";

import type { Screen } from "./screen.ts";

/** A screen behind its role check. */
export function screenComponent(screen: Screen) {
  const Content = screen.component;
  function ScreenFrame() {
    const session = useSession();
    const has = useHasSystem();
    if (!admits(screen.access, session.role.id)) return <NotAllowedPage name={screen.name} />;
    if (screen.systems && !has(screen.systems))
      return <MissingSystemPage name={screen.name} systems={screen.systems} />;
    return <Content />;
  }
  return Content.preload ? Object.assign(ScreenFrame, { preload: Content.preload }) : ScreenFrame;
}

/** What the campus lacks for a screen, and where an administrator adds it. */
function MissingSystemPage({ name, systems }: Required<Pick<Screen, "name" | "systems">>) {
  const { t, i18n } = useLingui();
  const session = useSession();
  const screenName = i18n._(name);
  const texts: Partial<Record<System, string>> = {
    hvac: t`This campus has no air handling units or VAV boxes.`,
    lighting: t`This campus has no lights.`,
    ups: t`This campus has no UPS.`,
    energy: t`This campus has no energy meters.`,
    pumps: t`This campus has no solar pumps.`,
    seats: t`This campus has no seats to book.`,
    rooms: t`This campus has no rooms to book.`,
  };
  const text = systems.map((one) => texts[one] ?? "").join(" ");
  const isPlace = systems.some((one) => one === "seats" || one === "rooms");
  return (
    <FullPageMessage icon={<IconPlugOff size={44} stroke={1.4} aria-hidden />} title={screenName} text={text}>
      {session.role.id !== roles.administrator ? (
        t`Ask an administrator to add them.`
      ) : systems.includes("pumps") ? (
        <Link to="/admin/vdevice">{t`Add a solar pump`}</Link>
      ) : isPlace ? (
        <Link to="/admin/device">{t`Add seats and rooms at Places and devices`}</Link>
      ) : (
        <Link to="/admin/gateways">{t`Add devices at Gateways`}</Link>
      )}
      <Link to={landingPath(session)}>{t`Back to the dashboard`}</Link>
    </FullPageMessage>
  );
}

function NotAllowedPage({ name }: { name: MessageDescriptor }) {
  const { t, i18n } = useLingui();
  const session = useSession();
  const screenName = i18n._(name);
  return (
    <FullPageMessage
      icon={<IconLock size={44} stroke={1.4} aria-hidden />}
      title={t`You don't have access to this page`}
      text={t`“${screenName}” is not open to your role. Ask an administrator if you need it.`}
    >
      <Link to={landingPath(session)}>{t`Back to the dashboard`}</Link>
    </FullPageMessage>
  );
}
