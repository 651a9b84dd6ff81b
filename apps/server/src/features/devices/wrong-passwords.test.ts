import { expect, test } from "vitest";

import { countStatements } from "../../testing/benches/statements.ts";
import { startTestApp } from "../../testing/start-test-app.ts";
import { startTestIngest } from "../../testing/start-test-ingest.ts";
import { createWrongPasswordCounts } from "./edge-sessions.service.ts";

type App = Awaited<ReturnType<typeof startTestApp>>;
type Field = Awaited<ReturnType<typeof startTestIngest>>;

const counts = async (app: App) =>
  (await app.query("select key, count from call_counts order by key")).rows.map(({ key, count }) => [
    key,
    count,
  ]);

/** Tries wrong passwords one after the other. @returns the code of each refusal */
async function guess(field: Field, times: number): Promise<unknown[]> {
  const codes: unknown[] = [];
  for (let time = 0; time < times; time += 1)
    codes.push(
      await field.connect("T-S1", { password: "guess" }).then(
        () => "accepted",
        ({ code }) => code,
      ),
    );
  return codes;
}

test("checks ten wrong passwords of a name in a minute, at all processes together", async () => {
  await using app = await startTestApp();
  await using a = await startTestIngest(app);
  await using b = await startTestIngest(app);
  expect(await guess(a, 6)).toEqual([5, 5, 5, 5, 5, 5]);
  expect(await guess(b, 5)).toEqual([5, 5, 5, 5, 3]);
  for (const field of [a, b]) await expect(field.connect("T-S1")).rejects.toMatchObject({ code: 3 });
  await b.connect("T-S2");
  app.advance(59_999);
  await expect(b.connect("T-S1")).rejects.toMatchObject({ code: 3 });
  app.advance(1);
  await b.connect("T-S1");
});

test("a name that no edge can have is refused, and counts for its address", async () => {
  await using app = await startTestApp();
  await using field = await startTestIngest(app);
  for (const name of ["a\u0000b", "x".repeat(10_000)])
    await expect(field.connect(name)).rejects.toMatchObject({ code: 5 });
  expect((await counts(app)).map(([, count]) => count)).toEqual([2, 2]);
  await field.connect("T-S1");
});

test("a right password is not counted, and wrong ones are counted in bulk", async () => {
  await using app = await startTestApp();
  await using field = await startTestIngest(app);
  await field.connect("T-S1");
  expect(await counts(app)).toEqual([]);
  const { ctx, statements } = countStatements(app);
  const countWrong = createWrongPasswordCounts(ctx);
  const wrong = await Promise.all(Array.from({ length: 50 }, (_, at) => countWrong(`N-${at % 2}`, "::1")));
  expect(wrong.at(-1)).toEqual({ ofName: 25, ofAddress: 50 });
  expect(await counts(app)).toEqual([
    ["mqtt ::1", 50],
    ["mqtt ::1 N-0", 25],
    ["mqtt ::1 N-1", 25],
  ]);
  // The second one deletes ended counts.
  expect(statements()).toBe(2);
});
