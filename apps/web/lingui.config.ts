import { defineConfig } from "@lingui/cli";
import { formatter } from "@lingui/format-po";

export default defineConfig({
  sourceLocale: "en",
  locales: ["en", "hi", "kn"],
  catalogs: [{ path: "<rootDir>/src/locales/{locale}", include: ["<rootDir>/src"] }],
  orderBy: "message",
  // Line numbers would change all three files with every edit anywhere.
  format: formatter({ lineNumbers: false }),
});
