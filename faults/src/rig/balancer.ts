import { connect, createServer, type Socket } from "node:net";

import { findFreePort } from "../../../tools/system/ports.ts";

const HOST = "127.0.0.1";
/** An address that does not answer in this time is left, ms. */
const CONNECT_MAX_MS = 1_000;

export interface Address {
  readonly host: string;
  readonly port: number;
}

/** Passes each connection on to the next of some addresses. A client whose connection ends connects again, and gets the next one. */
export async function startBalancer(addresses: readonly Address[]) {
  const sockets = new Set<Socket>();
  let turn = 0;
  const server = createServer((client) => {
    turn += 1;
    const { host = HOST, port = 0 } = addresses[turn % addresses.length] ?? {};
    const upstream = connect({ host, port });
    upstream.setTimeout(CONNECT_MAX_MS, () => upstream.destroy());
    upstream.once("connect", () => upstream.setTimeout(0));
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one);
      one.on("error", () => undefined).on("close", () => void (sockets.delete(one), other.destroy()));
    }
    client.pipe(upstream).pipe(client);
  });
  const port = await findFreePort(HOST);
  await new Promise<void>((resolve) => void server.listen(port, HOST, resolve));
  return {
    port,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  };
}
