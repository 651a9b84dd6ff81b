import type { startTestApp } from "../start-test-app.ts";

/** The context of an app, and a function that returns the number of statements that it has executed. */
export function countStatements(app: Awaited<ReturnType<typeof startTestApp>>) {
  let count = 0;
  const db = app.db.withPlugin({
    transformQuery({ node }) {
      count += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  return { ctx: { ...app.ctx, db }, statements: () => count };
}
