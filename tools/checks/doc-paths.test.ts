import { expect, test } from "vitest";

import { findDeadPaths } from "./doc-paths.ts";

const exists = (file: string) => ["tools/start.ts", "docs/adr/0001-one.md", "apps/server"].includes(file);
const find = (text: string) => findDeadPaths("docs/README.md", text, exists);

test("finds a missing path in code", () => {
  expect(find("See `tools/start.ts`, `apps/server/` and `tools/gone.ts:12`.")).toEqual(["tools/gone.ts"]);
});

test("resolves a link from the folder of its document", () => {
  expect(find("[one](adr/0001-one.md#why) [two](adr/0002-two.md) [web](https://example.org/x)")).toEqual([
    "docs/adr/0002-two.md",
  ]);
});

test("commands, patterns with names in them and fenced blocks are no paths", () => {
  expect(
    find("`npm run verify` `apps/<name>/src` `apps/server/src/main.ts --x`\n\n```\ntools/gone.ts\n```\n"),
  ).toEqual([]);
});
