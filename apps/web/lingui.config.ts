import path from "node:path";

import { defineConfig } from "@lingui/cli";
import { formatter } from "@lingui/format-po";

/** One catalogue a language has the texts of the browser, and those that the server writes into mails, reports and files. */
export default defineConfig({
  sourceLocale: "en",
  locales: ["en", "hi", "kn"],
  rootDir: path.join(import.meta.dirname, "../.."),
  catalogs: [
    {
      path: "<rootDir>/packages/texts/locales/{locale}",
      include: ["apps/web/src", "apps/server/src", "packages/contract/src"].map((one) => `<rootDir>/${one}`),
    },
  ],
  macro: { corePackage: ["@lingui/core/macro", "@verandah/texts/msg.ts"] },
  orderBy: "message",
  // Line numbers would change all three files with every edit anywhere.
  format: formatter({ lineNumbers: false }),
});
