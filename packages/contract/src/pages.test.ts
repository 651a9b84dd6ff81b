import { expect, test } from "vitest";

import { pageFile } from "./pages.ts";
import { roles } from "./roles.ts";

test.each([
  ["/", "farmer.html", "farmer.html", "index.html"],
  ["/login", "farmer.html", "farmer.html", "index.html"],
  ["/nowhere", "farmer.html", "farmer.html", "index.html"],
  ["/admin", "farmer.html", "farmer.html", "index.html"],
  ["/admin/login", "farmer.html", "farmer.html", "index.html"],
  ["/admin/dashboard", "farmer.html", "farmer.html", "index.html"],
  ["/admin/building/2/dashboard", "farmer.html", "index.html", "index.html"],
  ["/admin/dashboards", "farmer.html", "index.html", "index.html"],
  ["/forgot-password", "index.html", "index.html", "index.html"],
  ["/reset-password", "index.html", "index.html", "index.html"],
  ["/set-up", "index.html", "index.html", "index.html"],
  ["/display/room/5", "index.html", "index.html", "index.html"],
] as const)("%s is %s without a session, %s for a farmer and %s for staff", (path, ...files) => {
  const given = [undefined, roles.pumpCustomer, roles.viewer].map((role) => pageFile(path, role));
  expect(given).toEqual(files);
});
