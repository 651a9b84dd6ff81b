import type { z } from "zod";

type RawIssue = Parameters<z.core.$ZodErrorMap>[0];

const kinds: Record<string, string> = {
  string: "A text",
  number: "A number",
  int: "A whole number",
  boolean: "True or false",
  array: "A list",
  object: "A group of fields",
  record: "A group of fields",
  null: "Nothing",
};

const formats: Record<string, string> = {
  datetime: "An instant such as 2026-01-05T08:00:00Z",
  date: "A date such as 2026-01-05",
  email: "An e-mail address",
  uuid: "An id such as 0198c5de-7f4e-7000-8000-000000000000",
};

/** Unit of the length of each kind of value; numbers have none. */
const counted: Record<string, string> = { string: " characters", array: " entries", set: " entries" };

const choice = (value: unknown) => (value === "" ? "an empty text" : String(value));

/**
 * The error of a field without its own text, in words without the validator's terms. A field's own text goes before it.
 * Taken by the parser beside the value: `schema.safeParse(value, { error: plainWords })`.
 */
export function plainWords(issue: RawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      // Source: spec 1 §5.
      if (issue.input === undefined) return "field cannot be empty";
      return kinds[issue.expected] ?? "Another kind of value";
    case "too_small":
      return `${issue.inclusive === false ? "More than" : "At least"} ${issue.minimum}${counted[issue.origin] ?? ""}`;
    case "too_big":
      return `${issue.inclusive === false ? "Less than" : "At most"} ${issue.maximum}${counted[issue.origin] ?? ""}`;
    case "not_multiple_of":
      return `A multiple of ${issue.divisor}`;
    case "invalid_format":
      return formats[issue.format] ?? "Not written as it should be";
    case "invalid_value":
      return `${issue.values.length > 1 ? "One of: " : "Only "}${issue.values.map(choice).join(", ")}`;
    case "unrecognized_keys":
      return `Not known: ${issue.keys.join(", ")}`;
    case "custom":
    case "invalid_element":
    case "invalid_key":
    case "invalid_union":
    default:
      return "Not a value that is taken here";
  }
}
