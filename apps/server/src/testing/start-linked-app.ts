import { linkToDatabase } from "./database/database-link.ts";
import { startTestApp } from "./start-test-app.ts";

type Link = Awaited<ReturnType<typeof linkToDatabase>>;

/** A test app with a proxy to its database, which can be cut, stalled and restored. */
export async function startLinkedApp(options: Parameters<typeof startTestApp>[0] = {}) {
  const opened = Promise.withResolvers<Link>();
  const app = await startTestApp({
    ...options,
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
      link.restore();
      await app[Symbol.asyncDispose]();
      await link[Symbol.asyncDispose]();
    },
  };
}
