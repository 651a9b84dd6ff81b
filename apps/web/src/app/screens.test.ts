import { roleIds } from "@verandah/contract/roles.ts";
import { expect, test } from "vitest";

import { screens } from "./screens.ts";
import { menuOf } from "./shell/menu.ts";

const builtScreen = (path: string) =>
  screens.find(
    (screen) => screen.component && new RegExp(`^${screen.path.replaceAll(/\$\w+/g, "[^/]+")}$`).test(path),
  );

test.each(roleIds)("every menu entry of role %i leads to a built screen that the role may open", (role) => {
  const { main, extra, management } = menuOf(role);
  const entries = [...main, ...extra, ...management].map(({ screen }) => screen);
  expect(entries.filter((screen) => !builtScreen(screen)?.access.includes(role))).toEqual([]);
});

test.each(screens.filter((screen) => !screen.component && screen.nearest))(
  "$path offers a built screen while it is not built",
  ({ nearest = "" }) => expect(builtScreen(nearest)).toBeDefined(),
);
