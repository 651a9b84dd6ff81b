import { expect, test } from "vitest";

import { msg } from "./msg.ts";
import { translate, textsByCode } from "./translate.ts";

test("a text has the words of each language, with values in their places", () => {
  const notified = msg`Notified {username}`;
  expect(translate("en", notified, { username: "ravi" })).toBe("Notified ravi");
  expect(translate("hi", notified, { username: "ravi" })).toBe("ravi को सूचित किया गया");
  expect(translate("kn", notified, { username: "{0}" })).toBe("{0} ಅವರಿಗೆ ತಿಳಿಸಲಾಗಿದೆ");
});

test("a number chooses its plural, in the language's own rule", () => {
  const related = msg`{0, plural, one {# related alarm} other {# related alarms}}`;
  expect([1, 2].map((count) => translate("en", related, { 0: count }))).toEqual([
    "1 related alarm",
    "2 related alarms",
  ]);
  expect(translate("kn", related, { 0: 1 })).toBe("1 ಸಂಬಂಧಿತ ಅಲಾರಂ");
});

test("a context separates texts that only English writes alike", () => {
  const measure = msg({ message: "Unit", context: "of a measurement" });
  expect([translate("hi", measure), translate("hi", msg`Unit`)]).toEqual(["इकाई", "यूनिट"]);
});

test("a text without a translation is English", () => {
  expect(translate("hi", msg`A word from {when}`, { when: "tomorrow" })).toBe("A word from tomorrow");
});

test("codes get the words of a language", () => {
  expect(textsByCode({ returned: msg`Returned` })("kn")).toEqual({ returned: "ಸಹಜಸ್ಥಿತಿಗೆ ಮರಳಿತು" });
});
