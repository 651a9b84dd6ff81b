import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { TLSSocket } from "node:tls";

/** The part of a client's CONNECT that the stand-in reads. */
interface Login {
  user?: string;
  pass?: string;
  echo?: boolean;
}

/** A client that has logged in. */
interface Client {
  socket: Socket;
  login: Login;
  subscriptions: Map<string, string>;
}

/**
 * A server that speaks as much of NATS as the bus needs: log in, subscribe to a subject by its whole name, publish. It can be stopped and
 * started again on its port.
 *
 * Source: NATS client protocol (docs.nats.io/reference/reference-protocols/nats-protocol).
 */
export async function startNatsStandIn(
  account?: { user: string; pass: string },
  tls?: { cert: string; key: string },
) {
  const clients = new Set<Client>();

  function deliver(from: Client, subject: string, payload: Buffer): void {
    for (const client of clients) {
      const sid = client.subscriptions.get(subject);
      if (sid === undefined || (client === from && client.login.echo === false)) continue;
      client.socket.write(
        Buffer.concat([
          Buffer.from(`MSG ${subject} ${sid} ${payload.length}\r\n`),
          payload,
          Buffer.from("\r\n"),
        ]),
      );
    }
  }

  /** Handles one command. @returns the bytes of its payload, if it has one */
  function handle(client: Client, line: string, rest: Buffer): number {
    const [verb = "", ...words] = line.split(" ");
    if (verb === "CONNECT") {
      client.login = JSON.parse(line.slice(verb.length));
      const { user, pass } = client.login;
      if (account && (user !== account.user || pass !== account.pass))
        client.socket.end("-ERR 'Authorization Violation'\r\n");
    } else if (verb === "PING") client.socket.write("PONG\r\n");
    else if (verb === "SUB") client.subscriptions.set(words[0] ?? "", words.at(-1) ?? "");
    else if (verb === "PUB") {
      const length = Number(words.at(-1));
      if (rest.length < length + 2) return Number.NaN;
      deliver(client, words[0] ?? "", rest.subarray(0, length));
      return length + 2;
    }
    return 0;
  }

  const server = createServer((plain) => {
    plain.on("error", () => plain.destroy());
    plain.write(
      `INFO {"server_id":"S","version":"2.9.10","proto":1,"max_payload":1048576,"auth_required":${account !== undefined},"tls_required":${tls !== undefined}}\r\n`,
    );
    // TLS begins after this line.
    const socket = tls ? new TLSSocket(plain, { ...tls, isServer: true }) : plain;
    const client: Client = { socket, login: {}, subscriptions: new Map() };
    clients.add(client);
    socket.on("close", () => void clients.delete(client)).on("error", () => undefined);
    let waiting = Buffer.alloc(0);
    socket.on("data", (data: Buffer) => {
      waiting = Buffer.concat([waiting, data]);
      for (let end = waiting.indexOf("\r\n"); end >= 0; end = waiting.indexOf("\r\n")) {
        const taken = handle(client, waiting.subarray(0, end).toString(), waiting.subarray(end + 2));
        if (Number.isNaN(taken)) return;
        waiting = waiting.subarray(end + 2 + taken);
      }
    });
  });
  const listen = async (port: number) => {
    await once(server.listen(port, "127.0.0.1"), "listening");
    const address = server.address();
    return typeof address === "object" && address ? address.port : 0;
  };
  const port = await listen(0);
  async function stop(): Promise<void> {
    const closed = once(server, "close");
    server.close();
    for (const { socket } of clients) socket.destroy();
    await closed;
  }
  return {
    host: `127.0.0.1:${port}`,
    stop,
    start: () => listen(port),
    async [Symbol.asyncDispose]() {
      if (server.listening) await stop();
    },
  };
}
