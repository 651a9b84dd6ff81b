import type { startTestApp } from "../start-test-app.ts";

/** The context of an app, and a function that returns the number of statements that it has executed. */
export function countStatements(app: Awaited<ReturnType<typeof startTestApp>>) {
  let count = 0;
  const db = app.db.withPlugin({
    transformQuery: ({ node }) => node,
    // A query within another has no result of its own.
    async transformResult({ result }) {
      count += 1;
      return result;
    },
  });
  return { ctx: { ...app.ctx, db }, statements: () => count };
}
