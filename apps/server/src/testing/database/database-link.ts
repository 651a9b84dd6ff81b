import { connect, createServer, type Socket } from "node:net";

/** A TCP proxy to a database. It can close its connections, or stop forwarding data, and be restored. */
export async function linkToDatabase(databaseUrl: string) {
  const url = new URL(databaseUrl);
  const socketFolder = url.searchParams.get("host");
  const port = Number(url.port || 5432);
  const target = socketFolder?.startsWith("/")
    ? { path: `${socketFolder}/.s.PGSQL.${port}` }
    : { host: url.hostname, port };
  const sockets = new Set<Socket>();
  const pairs = new Set<readonly [Socket, Socket]>();
  let isCut = false;
  let isStalled = false;
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
    const pair = [near, far] as const;
    pairs.add(pair);
    near.on("close", () => pairs.delete(pair));
    if (!isStalled) near.pipe(far).pipe(near);
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
    /** Keeps the connections open, but forwards no data until `restore`. */
    stall() {
      isStalled = true;
      for (const [near, far] of pairs) {
        near.unpipe(far);
        far.unpipe(near);
      }
    },
    /** Connections whose statements were not forwarded. */
    waiting: () => [...pairs].filter(([near]) => near.readableLength > 0).length,
    restore() {
      isCut = false;
      if (!isStalled) return;
      isStalled = false;
      for (const [near, far] of pairs) near.pipe(far).pipe(near);
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  };
}
