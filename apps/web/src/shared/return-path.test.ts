import { expect, test } from "vitest";

import { returnPath } from "./return-path.ts";

test.each([
  "/admin/hvac",
  "/admin/glAhu?device=AHU-1-1&map=temperature",
  "/admin/Glschedule?view=day&date=2026-01-05#now",
])("%s is an address to return to", (path) => expect(returnPath(path)).toBe(path));

test.each([
  undefined,
  ["/admin/hvac"],
  "",
  "/",
  "/login",
  "/administrator",
  "hvac",
  "//evil.example/admin/",
  "https://evil.example/admin/",
  "javascript:alert(1)",
  "/\\evil.example/admin/",
  "/admin/\\evil.example",
  "/admin/..//evil.example",
  "/admin/../../login",
  "/admin/%2e%2e//evil.example",
  "/admin/\thvac",
  " /admin/hvac",
])("%j is none", (from) => expect(returnPath(from)).toBeUndefined());
