import { checkScreens } from "./accessible-screens.ts";
import { test } from "./fixtures.ts";

test("the screens behind the login have no accessibility fault, narrow and dark", ({ page, loginAs }) =>
  checkScreens(page, loginAs, { colorScheme: "dark", size: { width: 390, height: 844 } }));
