import { connect, createServer, type Socket } from "node:net";

/** The network between a gateway and the broker, which can be cut. */
export interface UplinkProxy extends AsyncDisposable {
  readonly port: number;
  readonly connections: number;
  /** Ends all connections and refuses new ones until `restore`. */
  cut(): void;
  restore(): void;
}

/** Opens a loopback TCP proxy to the broker at `host:port`. */
export async function openUplinkProxy(
  broker: { host: string; port: number },
  preferredPort = 0,
): Promise<UplinkProxy> {
  const sockets = new Set<Socket>();
  let isCut = false;

  const server = createServer((near) => {
    if (isCut) {
      near.resetAndDestroy();
      return;
    }
    const far = connect(broker.port, broker.host);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on("error", () => {});
      socket.on("close", () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    near.pipe(far).pipe(near);
  });

  function listen(port: number): Promise<void> {
    return new Promise((resolve, reject) => {
      server.once("error", (error: NodeJS.ErrnoException) => {
        if (error.code === "EADDRINUSE" && port !== 0) listen(0).then(resolve, reject);
        else reject(error);
      });
      server.listen(port, "127.0.0.1", () => {
        server.removeAllListeners("error");
        resolve();
      });
    });
  }
  await listen(preferredPort);

  function endAll(): void {
    for (const socket of sockets) socket.resetAndDestroy();
  }

  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The uplink has no port");
  return {
    port: address.port,
    get connections() {
      return sockets.size / 2;
    },
    cut() {
      isCut = true;
      endAll();
    },
    restore() {
      isCut = false;
    },
    async [Symbol.asyncDispose]() {
      endAll();
      await new Promise((done) => server.close(done));
    },
  };
}
