import { admits, useSession } from "#data/session.ts";

import { NotAllowedPage } from "./pages/not-allowed-page.tsx";
import { NotBuiltPage } from "./pages/not-built-page.tsx";
import type { Screen } from "./screen.ts";

/** A screen behind its role check; one without a component of its own says that it is still to come. */
export function screenComponent(screen: Screen) {
  const Content = screen.component;
  function ScreenFrame() {
    const session = useSession();
    if (!admits(screen.access, session.role.id)) return <NotAllowedPage name={screen.name} />;
    return Content ? <Content /> : <NotBuiltPage screen={screen} />;
  }
  return Content?.preload ? Object.assign(ScreenFrame, { preload: Content.preload }) : ScreenFrame;
}
