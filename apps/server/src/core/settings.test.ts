import { expect, test } from "vitest";

import { defaultFieldTimes } from "./field-times.ts";
import { fieldTimesOf, readSettings } from "./settings.ts";

const DATABASE_URL = "postgres://verandah@localhost/verandah";

test("a site may set the times for its field in seconds, and has the product's otherwise", () => {
  expect(fieldTimesOf(readSettings({ DATABASE_URL }))).toEqual(defaultFieldTimes);
  const settings = readSettings({ DATABASE_URL, COMMAND_DEADLINE_S: "90", GATEWAY_RECONNECT_S: "0.5" });
  expect(fieldTimesOf(settings)).toEqual({
    ...defaultFieldTimes,
    commandDeadlineMs: 90_000,
    gatewayReconnectMs: 500,
  });
});

test("site files are separated by commas, with or without spaces", () => {
  const { SITE_FILES } = readSettings({ DATABASE_URL, SITE_FILES: "/a/one.json, /a/two.json,, " });
  expect(SITE_FILES).toEqual(["/a/one.json", "/a/two.json"]);
});

test.each(["soon", "-1", "0", "3601"])(
  "refuses %s as a time for the field, with the name of the setting",
  (text) => {
    expect(() => readSettings({ DATABASE_URL, SCHEDULE_SETTLE_S: text })).toThrow(/^SCHEDULE_SETTLE_S: /);
  },
);
