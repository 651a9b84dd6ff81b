import { checkScreens } from "./accessible-screens.ts";
import { test } from "./fixtures.ts";

test("the screens behind the login have no accessibility fault, wide and light", ({ page, loginAs }) =>
  checkScreens(page, loginAs, { colorScheme: "light", size: { width: 1440, height: 900 } }));
