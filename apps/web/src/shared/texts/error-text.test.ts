import { i18n } from "@lingui/core";
import { beforeEach, expect, test } from "vitest";

import { CallFailed } from "../call.ts";
import { errorText } from "./error-text.ts";
import { fieldText } from "./field-text.ts";

beforeEach(() => i18n.activate("en"));

const problem = (code: string, title: string) =>
  JSON.parse(JSON.stringify({ type: "", title, message: title, status: 418, code, requestId: "t" }));

test("a known refusal has the page's text, an unknown one the server's", () => {
  expect(errorText(new CallFailed(problem("session-replaced", "?")))).toBe(
    "You were logged out because you logged in elsewhere.",
  );
  expect(errorText(new CallFailed(problem("tea-only", "I am a teapot.")))).toBe("I am a teapot.");
});

test("any other failure reads as an unreachable server", () => {
  expect(errorText(new Error("socket hang up"))).toBe(
    "The server cannot be reached. Check the network and try again.",
  );
});

test("a field's text without a translation passes unchanged, and a value that is not a text gives none", () => {
  expect(fieldText("field cannot be empty")).toBe("field cannot be empty");
  expect(fieldText("A word from tomorrow")).toBe("A word from tomorrow");
  expect(fieldText(undefined)).toBeUndefined();
  expect(fieldText(["A list"])).toBeUndefined();
});
