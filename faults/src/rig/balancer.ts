import { connect, createServer, type Socket } from "node:net";

const HOST = "127.0.0.1";
/** An address that does not answer in this time is left, ms. */
const CONNECT_MAX_MS = 1_000;

export interface Address {
  readonly host: string;
  readonly port: number;
}

/** Passes one direction of a connection on, with its end. */
export type Forward = (from: Socket, to: Socket) => void;
const atOnce: Forward = (from, to) => void from.on("close", () => void to.destroy()).pipe(to);

/**
 * Passes each connection to a port of `host` on to the next of some addresses. A client whose connection ends connects again, and gets the
 * next one.
 */
export async function startBalancer(addresses: readonly Address[], host = HOST, forward = atOnce) {
  const sockets = new Set<Socket>();
  let turn = 0;
  const server = createServer((client) => {
    turn += 1;
    const upstream = connect(addresses[turn % addresses.length] ?? { host, port: 0 });
    upstream.setTimeout(CONNECT_MAX_MS, () => upstream.destroy());
    upstream.once("connect", () => upstream.setTimeout(0));
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one);
      one.on("error", () => undefined).on("close", () => void sockets.delete(one));
      forward(one, other);
    }
  });
  await new Promise<void>((resolve) => void server.listen(0, host, resolve));
  const address = server.address();
  const port = address && typeof address === "object" ? address.port : 0;
  return {
    port,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  };
}
