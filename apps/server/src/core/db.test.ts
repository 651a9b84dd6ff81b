import { expect, test, vi } from "vitest";

import { linkToDatabase } from "../testing/database-link.ts";
import { startTestApp } from "../testing/start-test-app.ts";
import { pingDb } from "./db.ts";

test("a connection that breaks between two statements of a transaction fails it, and not the process", async () => {
  const uncaught = vi.fn<(error: Error) => void>();
  process.on("uncaughtException", uncaught);
  let link: Awaited<ReturnType<typeof linkToDatabase>> | undefined;
  await using app = await startTestApp({
    via: async (url) => {
      link = await linkToDatabase(url);
      return link.url;
    },
  });
  const broken = app.db.transaction().execute(async (transaction) => {
    await pingDb(transaction);
    link?.cut();
    await new Promise((done) => setTimeout(done, 100));
    await pingDb(transaction);
  });
  await expect(broken).rejects.toThrow(/not queryable|terminated/);
  link?.mend();
  await pingDb(app.db);
  process.off("uncaughtException", uncaught);
  expect(uncaught).not.toHaveBeenCalled();
  await link?.[Symbol.asyncDispose]();
});
