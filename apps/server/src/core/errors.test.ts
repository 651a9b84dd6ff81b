import { expect, test } from "vitest";

import { explainDbRefusal, isDatabaseUnavailable, isInvalidData, isTemporary } from "./db.ts";
import { codeOf, toError } from "./errors.ts";
import { toProblem } from "./mount.ts";

const failure = (code: string, message = "no") => Object.assign(new Error(message), { code });

test("wraps a thrown value in an error and returns an error unchanged", () => {
  const error = new Error("lost");
  expect(toError(error)).toBe(error);
  expect(toError("lost")).toEqual(new Error("lost"));
});

test("returns a code only from an error, and only when it is a string", () => {
  expect(codeOf(failure("23505"))).toBe("23505");
  expect(codeOf({ code: "23505" })).toBeUndefined();
  expect(codeOf(new Error("lost"))).toBeUndefined();
  expect(codeOf(Object.assign(new Error("lost"), { code: 7 }))).toBeUndefined();
});

test.each(["08006", "53300", "57P01", "25P03", "57014", "ECONNREFUSED", "ETIMEDOUT", "EAI_AGAIN", "EAGAIN"])(
  "with %s the database is unavailable",
  (code) => expect(isDatabaseUnavailable(failure(code))).toBe(true),
);

test.each([
  "Connection terminated unexpectedly",
  "timeout exceeded when trying to connect",
  "driver has already been destroyed",
])("'%s' means that the database is unavailable", (message) => {
  expect(isDatabaseUnavailable(new Error(message))).toBe(true);
});

test("a server in recovery, which refuses unlogged tables, is unavailable; another missing feature is an error", () => {
  const refusal = failure("0A000", "cannot access temporary or unlogged relations during recovery");
  expect(isDatabaseUnavailable(Object.assign(refusal, { routine: "get_relation_info" }))).toBe(true);
  expect(isDatabaseUnavailable(Object.assign(refusal, { routine: "transformFromClause" }))).toBe(false);
});

test.each([failure("23505"), failure("25P02"), failure("42P01"), new Error("no such thing"), "57P01"])(
  "%s does not mean that the database is unavailable",
  (error) => expect(isDatabaseUnavailable(error)).toBe(false),
);

test("explains why the database refuses a program, and does not explain other errors", () => {
  for (const code of ["28P01", "28000", "3D000", "42501", "08006"])
    expect(explainDbRefusal(failure(code, "not you"))).toBe(
      "The database of DATABASE_URL cannot be used: not you",
    );
  // Both addresses of localhost refuse. The error of Node has no message then.
  expect(explainDbRefusal(failure("ECONNREFUSED", ""))).toBe(
    "The database of DATABASE_URL cannot be used: ECONNREFUSED",
  );
  expect(explainDbRefusal(failure("42P01"))).toBeUndefined();
  expect(explainDbRefusal("28P01")).toBeUndefined();
});

test("distinguishes invalid data from a temporary failure by the error class", () => {
  expect([failure("22003"), failure("23505"), new Error("22")].map(isInvalidData)).toEqual([
    true,
    false,
    false,
  ]);
  const temporary = [failure("40001"), failure("40P01"), failure("57P01")];
  expect(temporary.map(isTemporary)).toEqual([true, true, true]);
  expect([failure("22003"), "40001"].map(isTemporary)).toEqual([false, false]);
});

test("explains what to do after a statement timed out", () => {
  expect(toProblem(failure("57014", "canceling statement due to statement timeout"), "1")).toMatchObject({
    status: 503,
    code: "query-too-slow",
    title: "This took too long. Choose a shorter period or fewer points.",
  });
});
