import { expect, test } from "vitest";

import { explainDbRefusal, isDatabaseAway, isImpossibleData, isLostRace } from "./db.ts";
import { codeOf, toError } from "./errors.ts";
import { toProblem } from "./mount.ts";

const failure = (code: string, message = "no") => Object.assign(new Error(message), { code });

test("what was thrown becomes an error, and an error stays the one it is", () => {
  const error = new Error("lost");
  expect(toError(error)).toBe(error);
  expect(toError("lost")).toEqual(new Error("lost"));
});

test("only an error has a code, and only a text is one", () => {
  expect(codeOf(failure("23505"))).toBe("23505");
  expect(codeOf({ code: "23505" })).toBeUndefined();
  expect(codeOf(new Error("lost"))).toBeUndefined();
  expect(codeOf(Object.assign(new Error("lost"), { code: 7 }))).toBeUndefined();
});

test.each(["08006", "53300", "57P01", "25P03", "57014", "ECONNREFUSED", "ETIMEDOUT", "EAI_AGAIN", "EAGAIN"])(
  "with %s the database is away",
  (code) => expect(isDatabaseAway(failure(code))).toBe(true),
);

test.each([
  "Connection terminated unexpectedly",
  "timeout exceeded when trying to connect",
  "driver has already been destroyed",
])("'%s' means that the database is away", (message) => {
  expect(isDatabaseAway(new Error(message))).toBe(true);
});

test.each([failure("23505"), failure("25P02"), failure("42P01"), new Error("no such thing"), "57P01"])(
  "%s says nothing of the database being away",
  (error) => expect(isDatabaseAway(error)).toBe(false),
);

test("what keeps a program out of its database is put in words, other trouble is not", () => {
  for (const code of ["28P01", "28000", "3D000", "42501", "08006"])
    expect(explainDbRefusal(failure(code, "not you"))).toBe(
      "The database of DATABASE_URL cannot be used: not you",
    );
  // Both addresses of localhost refuse: Node's error has no message then.
  expect(explainDbRefusal(failure("ECONNREFUSED", ""))).toBe(
    "The database of DATABASE_URL cannot be used: ECONNREFUSED",
  );
  expect(explainDbRefusal(failure("42P01"))).toBeUndefined();
  expect(explainDbRefusal("28P01")).toBeUndefined();
});

test("data that cannot be stored, and a race that was lost, are told apart by their class", () => {
  expect([failure("22003"), failure("23505"), new Error("22")].map(isImpossibleData)).toEqual([
    true,
    false,
    false,
  ]);
  expect([failure("40001"), failure("40P01"), failure("22003"), "40001"].map(isLostRace)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test("answers a statement that took too long with what to do about it", () => {
  expect(toProblem(failure("57014", "canceling statement due to statement timeout"), "1")).toMatchObject({
    status: 503,
    code: "query-too-slow",
    title: "This took too long. Choose a shorter period or fewer points.",
  });
});
