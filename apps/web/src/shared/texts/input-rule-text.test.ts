import { i18n } from "@lingui/core";
import { type InputRule, inputRule, inputRuleText as englishOf } from "@verandah/contract/input-rules.ts";
import { afterEach, expect, test } from "vitest";
import { z } from "zod";

import { CallFailed } from "../call.ts";
import { inputRuleText, refusedFieldText } from "./field-text.ts";
import { showLanguage } from "./i18n.ts";

afterEach(() => i18n.activate("en"));

const cases: [schema: z.ZodType, value: unknown, english: string][] = [
  [z.string(), 1, "A text"],
  [z.number(), "1", "A number"],
  [z.int(), 1.5, "A whole number"],
  [z.boolean(), 1, "True or false"],
  [z.array(z.int()), 1, "A list"],
  [z.object({}), 1, "A group of fields"],
  [z.null(), 1, "Nothing"],
  [z.date(), 1, "Another kind of value"],
  [z.iso.datetime(), "noon", "An instant such as 2026-01-05T08:00:00Z"],
  [z.iso.date(), "noon", "A date such as 2026-01-05"],
  [z.email(), "asha", "An e-mail address such as name@example.com"],
  [z.uuid(), "1", "An id such as 0198c5de-7f4e-7000-8000-000000000000"],
  [z.string().regex(/^a/), "b", "Invalid format"],
  [z.number().min(-1.5), -2, "At least -1.5"],
  [z.string().min(3), "a", "At least 3 characters"],
  [z.array(z.int()).min(1), [], "field cannot be empty"],
  [z.array(z.int()).min(2), [1], "At least 2 entries"],
  [z.number().max(5), 6, "At most 5"],
  [z.string().max(1), "ab", "At most 1 characters"],
  [z.array(z.int()).max(1), [1, 2], "At most 1 entries"],
  [z.number().gt(5), 5, "More than 5"],
  [z.number().lt(5), 5, "Less than 5"],
  [z.number().multipleOf(5), 6, "A multiple of 5"],
  [z.enum(["a", "b"]), "c", "One of: a, b"],
  [z.literal("a"), "c", "Only a"],
  [z.strictObject({}), { a: 1 }, "Unknown: a"],
  [z.union([z.string(), z.int()]), true, "Invalid value"],
];

test.each(["hi", "kn"] as const)(
  "every rule of the contract has a text in English and in %s",
  async (language) => {
    for (const [schema, value, english] of cases) {
      let rule: InputRule | undefined;
      const error = (issue: Parameters<typeof inputRule>[0]) => englishOf((rule = inputRule(issue)));
      expect(schema.safeParse(value, { error }).error?.issues[0]?.message).toBe(english);
      if (!rule) throw new Error(`no rule for ${english}`);
      i18n.activate("en");
      expect(inputRuleText(rule)).toBe(english);
      await showLanguage(language);
      expect(inputRuleText(rule)).not.toBe(english);
    }
  },
);

test("a refused field's rule is shown in the user's language, and an own text by the text", async () => {
  const refusal = new CallFailed({
    type: "/problems/input-invalid",
    title: "",
    message: "",
    status: 400,
    code: "input-invalid",
    requestId: "1",
    fields: { value: "At most 36", until: "Choose a future end time" },
    rules: { value: { code: "max", value: "36" } },
  });
  await showLanguage("hi");
  expect(refusedFieldText(refusal)).toBe("अधिक से अधिक 36");
  expect(refusedFieldText(refusal, "until")).toBe("भविष्य का अंत समय चुनें");
  expect(refusedFieldText(refusal, "reason")).toBeUndefined();
  expect(refusedFieldText(new Error("At most 36"))).toBeUndefined();
});
