import { expect, test } from "vitest";

import { findDeadPaths } from "./doc-paths.ts";

const exists = (file: string) => ["tools/start.ts", "docs/adr/0001-one.md", "apps/server"].includes(file);

test.each([
  ["See `tools/start.ts`, `apps/server/` and `tools/gone.ts:12`.", ["tools/gone.ts"]],
  [
    "[one](adr/0001-one.md#why) [two](adr/0002-two.md) [web](https://example.org/x)",
    ["docs/adr/0002-two.md"],
  ],
  ["`npm run verify` `apps/<name>/src` `apps/server/src/main.ts --x`\n\n```\ntools/gone.ts\n```\n", []],
])("finds the missing paths and links of a document, but no commands and patterns: %j", (text, dead) => {
  expect(findDeadPaths("docs/README.md", text, exists)).toEqual(dead);
});
