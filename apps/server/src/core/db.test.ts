import { expect, test, vi } from "vitest";

import { startLinkedApp } from "../testing/start-linked-app.ts";
import { pingDb } from "./db.ts";

test("a connection that breaks between two statements of a transaction fails it, and not the process", async () => {
  const uncaught = vi.fn<(error: Error) => void>();
  process.on("uncaughtException", uncaught);
  await using linked = await startLinkedApp();
  const { app, link } = linked;
  const broken = app.db.transaction().execute(async (transaction) => {
    await pingDb(transaction);
    link.cut();
    await new Promise((done) => setTimeout(done, 100));
    await pingDb(transaction);
  });
  await expect(broken).rejects.toThrow(/not queryable|terminated/);
  link.mend();
  await pingDb(app.db);
  process.off("uncaughtException", uncaught);
  expect(uncaught).not.toHaveBeenCalled();
});
