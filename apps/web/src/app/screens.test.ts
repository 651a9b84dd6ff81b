import { expect, test } from "vitest";

import { screens } from "./screens.ts";

const builtScreen = (path: string) =>
  screens.find(
    (screen) => screen.component && new RegExp(`^${screen.path.replaceAll(/\$\w+/g, "[^/]+")}$`).test(path),
  );

const planned = screens.filter((screen) => screen.component === undefined);

test.each(planned.filter(({ nearest }) => nearest !== undefined))(
  "$path offers a built screen while it is not built",
  ({ nearest = "" }) => expect(builtScreen(nearest)).toBeDefined(),
);
