import { connect, createServer, type Socket } from "node:net";

/** The way to a database through a link that can be cut and mended, as a network can. */
export async function linkToDatabase(databaseUrl: string) {
  const url = new URL(databaseUrl);
  const socketFolder = url.searchParams.get("host");
  const port = Number(url.port || 5432);
  const target = socketFolder?.startsWith("/")
    ? { path: `${socketFolder}/.s.PGSQL.${port}` }
    : { host: url.hostname, port };
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    if (isCut) {
      near.destroy();
      return;
    }
    const far = connect(target);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on("error", () => socket.destroy());
      socket.on("close", () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const linked = new URL(databaseUrl);
  linked.searchParams.delete("host");
  linked.hostname = "127.0.0.1";
  linked.port = String(address && typeof address === "object" ? address.port : 0);
  return {
    url: linked.href,
    cut() {
      isCut = true;
      for (const socket of sockets) socket.destroy();
    },
    mend: () => void (isCut = false),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  };
}
