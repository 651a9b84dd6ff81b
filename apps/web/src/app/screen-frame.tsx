import type { MessageDescriptor } from "@lingui/core";
import { useLingui } from "@lingui/react/macro";
import { IconLock } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";

import { admits, landingPath, useSession } from "#data/query/session.ts";
import { FullPageMessage } from "#shared/ui/feedback/full-page-message.tsx";

import type { Screen } from "./screen.ts";

/** A screen behind its role check. */
export function screenComponent(screen: Screen) {
  const Content = screen.component;
  function ScreenFrame() {
    const session = useSession();
    if (!admits(screen.access, session.role.id)) return <NotAllowedPage name={screen.name} />;
    return <Content />;
  }
  return Content.preload ? Object.assign(ScreenFrame, { preload: Content.preload }) : ScreenFrame;
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
