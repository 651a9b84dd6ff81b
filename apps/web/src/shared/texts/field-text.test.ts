import { afterEach, expect, test } from "vitest";
import { z } from "zod";

import { fieldText } from "./field-text.ts";
import { showLanguage } from "./i18n.ts";

afterEach(() => showLanguage("en"));

/** Rules of calls that no screen can break. */
const notOnScreens = new Set([
  "A range begins with its lower end",
  "A site file",
  "A time such as 2026-01-05 08:00:00",
  "A type is named in capitals, such as EV_CHARGER",
  "An id is a whole number",
  "Choose a time zone such as Asia/Kolkata",
  "An instant such as 2026-01-05T08:00:00Z",
  "Emergency lights have a function and a duration test, a UPS a general and a battery test",
  "Give a gateway, a place or a device",
  "Give an intensity from 0 to 100",
  "Give either a floor or a UPS",
  "Give one of `above`, `below` and `equals`",
  "Send username and password",
  "The data as it was fetched",
  "Too many devices",
]);

/** What zod keeps of a schema or check; `error` gives the text of the broken rule. */
interface Definition {
  error?: (issue: object) => unknown;
}

/** The texts that the schemas among the exports of the contract give to broken rules. */
function schemaTexts(modules: unknown): Set<string> {
  const texts = new Set<string>();
  const seen = new Set<unknown>();
  function visit(value: unknown): void {
    if (typeof value !== "object" || value === null || seen.has(value)) return;
    seen.add(value);
    if (value instanceof z.core.$ZodType || value instanceof z.core.$ZodCheck) {
      const { def }: { def: Definition } = Object(Reflect.get(value, "_zod"));
      const text = def.error?.({ code: "custom", input: undefined });
      if (typeof text === "string") texts.add(text);
      visit({ ...def });
    } else for (const part of Object.values(value)) visit(part);
  }
  visit(modules);
  return texts;
}

/** The texts that code writes for a broken rule of a field. */
function writtenTexts(sources: Record<string, string>): string[] {
  const written = /(?:addIssue\([^)]*message|fields: \{ \S+): "([^"]+)"/g;
  return Object.values(sources).flatMap((source) =>
    [...source.matchAll(written)].map(([, text = ""]) => text),
  );
}

test.each(["hi", "kn"] as const)("every rule of a field has its text in %s", async (language) => {
  const modules = import.meta.glob(
    ["../../../../../packages/contract/src/**/*.ts", "!**/*.test.ts", "!**/testing/**"],
    { eager: true },
  );
  const sources = import.meta.glob<string>(
    [
      "../../../../server/src/features/**/*.ts",
      "../../../../../packages/contract/src/**/*.ts",
      "!**/*.test.ts",
    ],
    {
      eager: true,
      query: "?raw",
      import: "default",
    },
  );
  const texts = new Set([...schemaTexts(modules), ...writtenTexts(sources)]);
  expect(texts.size).toBeGreaterThan(60);
  await showLanguage(language);
  const missing = [...texts].filter((text) => !notOnScreens.has(text) && fieldText(text) === text);
  expect(missing).toEqual([]);
});
