import { admits, useSession } from "#data/query/session.ts";

import { NotAllowedPage } from "./pages/not-allowed-page.tsx";
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
