import { linkToDatabase } from "./database-link.ts";
import { startTestApp } from "./start-test-app.ts";

type Link = Awaited<ReturnType<typeof linkToDatabase>>;

/** A test app, and its way to the database, which can be cut, silenced and mended. */
export async function startLinkedApp() {
  const opened = Promise.withResolvers<Link>();
  const app = await startTestApp({
    async via(url) {
      opened.resolve(await linkToDatabase(url));
      return (await opened.promise).url;
    },
  });
  const link = await opened.promise;
  return {
    app,
    link,
    async [Symbol.asyncDispose]() {
      link.mend();
      await app[Symbol.asyncDispose]();
      await link[Symbol.asyncDispose]();
    },
  };
}
