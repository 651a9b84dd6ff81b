import { i18n } from "@lingui/core";
import { getHealth } from "@verandah/contract/health.ts";
import { http, HttpResponse } from "msw";
import { beforeEach, expect, test } from "vitest";

import { server } from "../../testing/serve.ts";
import { call } from "../call.ts";
import { errorText } from "./error-text.ts";
import { fieldText } from "./field-text.ts";

beforeEach(() => i18n.activate("en"));

const refuse = (code: string) =>
  server.use(
    http.get(`http://localhost:3000${getHealth.path}`, () =>
      HttpResponse.json({ code, title: "I am a teapot." }, { status: 418 }),
    ),
  );
const failure = () => call(getHealth, {}).catch(errorText);

test("a known refusal has the page's text, an unknown one the server's", async () => {
  refuse("space-taken");
  expect(await failure()).toBe("This seat or room is already booked at this time.");
  refuse("tea-only");
  expect(await failure()).toBe("I am a teapot.");
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
