import { defineConfig } from "@lingui/cli";

export default defineConfig({
  sourceLocale: "en",
  locales: ["en", "hi", "kn"],
  catalogs: [{ path: "src/locales/{locale}", include: ["src"] }],
  orderBy: "message",
});
