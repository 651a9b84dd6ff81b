import { expect, test } from "vitest";

import { affectedTests } from "./affected.ts";

test("a feature's change runs its own tests and those of features that import it, not those that share the app with it", () => {
  const tests = affectedTests(["apps/server/src/features/parking/parking.service.ts"]);
  expect(tests).toContain("apps/server/src/features/parking/parking.test.ts");
  expect(tests).not.toContain("apps/server/src/features/ups/ups.test.ts");
});

test("a change of the clock runs the tests of programs that import it through other files", () => {
  const tests = affectedTests(["packages/time/src/wall-clock.ts"]);
  expect(tests).toContain("packages/time/src/wall-clock.test.ts");
  expect(tests).toContain("apps/server/src/features/schedules/schedules.test.ts");
});

test("a changed test runs, and a changed document runs none", () => {
  const own = "tools/testing/affected.test.ts";
  expect(affectedTests([own])).toEqual([own]);
  expect(affectedTests(["README.md"])).toEqual([]);
});
