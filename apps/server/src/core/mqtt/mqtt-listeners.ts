import { type BlockList, createServer, isIP, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";

import { FRAME_MAX_BYTES } from "@verandah/field/payloads.ts";

import { toError } from "../errors.ts";
import { type ListenAddress, listenOn } from "../http/listen.ts";
import { readProxyHeader } from "./proxy-header.ts";

/** A client must finish the TLS handshake, and a proxy name its client, within this time, ms. */
const HANDSHAKE_MAX_MS = 5_000;
/**
 * TCP probes an idle connection after this time, ms. An edge may choose a keep-alive of 18 hours, or none (MQTT 3.1.1 §3.1.2.10), so a
 * broken connection would otherwise stay open. The operating system then probes every second and closes the connection after ten probes
 * without an answer.
 */
const PROBE_AFTER_MS = 60_000;

export interface Listener extends ListenAddress {
  /** PEM texts. With them the listener accepts TLS 1.2 or newer only. */
  tls?: { cert: string; key: string } | undefined;
  /** Proxies that may name the address of their client in a header of the PROXY protocol. */
  proxies?: BlockList | undefined;
}

interface ListenerParts {
  /** `address`: of the client. */
  onSocket: (socket: Socket, address: string | undefined) => void;
  /** Receives a connection without TLS or with a wrong header of a proxy. */
  onUnusable: (socket: Socket, address: string | undefined, error: Error) => void;
  /** Runs when a packet is over the limit. The socket is closed. */
  onOversized: (socket: Socket) => void;
}

interface OpenListeners {
  /** The port of each listener, in the order of the listeners. */
  readonly ports: readonly number[];
  /** Resolves when the last socket is closed. */
  stopAccepting: () => Promise<unknown>;
  destroySockets: () => void;
}

/**
 * Closes a connection that announces an MQTT packet over `maxBytes`. It reads the fixed header only, before the broker stores any part of
 * the packet.
 * Source: MQTT 3.1.1 §2.2.3 (remaining length: at most four bytes, seven bits each, low first).
 */
function limitFrames(socket: Socket, maxBytes: number, onOversized: () => void): void {
  let bodyLeft = 0;
  let isInHeader = false;
  let length = 0;
  let shift = 0;
  socket.on("data", (chunk: Buffer) => {
    for (let at = 0; at < chunk.length;) {
      if (bodyLeft > 0) {
        const step = Math.min(bodyLeft, chunk.length - at);
        bodyLeft -= step;
        at += step;
        continue;
      }
      const byte = chunk[at] ?? 0;
      at += 1;
      if (!isInHeader) {
        isInHeader = true;
        length = 0;
        shift = 0;
        continue;
      }
      length += (byte & 0x7f) * 2 ** shift;
      shift += 7;
      const isLast = (byte & 0x80) === 0;
      if (length > maxBytes || (!isLast && shift > 21)) {
        onOversized();
        socket.destroy();
        return;
      }
      if (isLast) {
        isInHeader = false;
        bodyLeft = length;
      }
    }
  });
}

/** The other end of a connection. TLS is another socket with the same one. */
const endOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`;

/** @throws the listen error, e.g. EADDRINUSE, or the error of a certificate that cannot be read */
export async function openMqttListeners(
  listeners: readonly Listener[],
  parts: ListenerParts,
): Promise<OpenListeners> {
  const sockets = new Set<Socket>();
  /** Of the clients of proxies, by the proxy's end of the connection. */
  const clientAddresses = new Map<string, string>();
  const addressOf = (socket: Socket) => clientAddresses.get(endOf(socket)) ?? socket.remoteAddress;

  function serve(socket: Socket): void {
    sockets.add(socket);
    socket.setKeepAlive(true, PROBE_AFTER_MS);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => socket.destroy());
    limitFrames(socket, FRAME_MAX_BYTES, () => parts.onOversized(socket));
    parts.onSocket(socket, addressOf(socket));
  }

  /** Serves the client of a proxy when the proxy has named it. */
  async function serveProxied(socket: Socket, serveClient: (socket: Socket) => void): Promise<void> {
    const [end, proxy] = [endOf(socket), socket.remoteAddress];
    sockets.add(socket);
    socket.on("close", () => {
      sockets.delete(socket);
      clientAddresses.delete(end);
    });
    socket.on("error", () => socket.destroy());
    try {
      const address = await readProxyHeader(socket, HANDSHAKE_MAX_MS);
      if (address !== undefined) clientAddresses.set(end, address);
    } catch (error) {
      parts.onUnusable(socket, proxy, toError(error));
      socket.destroy();
      return;
    }
    if (!socket.destroyed) serveClient(socket);
  }

  function createSecureServer(tls: { cert: string; key: string }): Server {
    const options = { ...tls, minVersion: "TLSv1.2", handshakeTimeout: HANDSHAKE_MAX_MS } as const;
    return createTlsServer(options, serve).on("tlsClientError", (error, socket) =>
      parts.onUnusable(socket, addressOf(socket), error),
    );
  }

  function createListener({ tls, proxies }: Listener): Server {
    const options = { highWaterMark: FRAME_MAX_BYTES };
    const secure = tls && createSecureServer(tls);
    if (!proxies) return secure ?? createServer(options, serve);
    const serveClient = secure ? (socket: Socket) => void secure.emit("connection", socket) : serve;
    return createServer(options, (socket) => {
      const { remoteAddress = "" } = socket;
      const isProxy = proxies.check(remoteAddress, isIP(remoteAddress) === 6 ? "ipv6" : "ipv4");
      if (isProxy) void serveProxied(socket, serveClient);
      else serveClient(socket);
    });
  }

  const servers: Server[] = [];
  const ports: number[] = [];
  // Creates all servers first, so that an unreadable certificate opens no port.
  for (const listener of listeners) servers.push(createListener(listener));
  for (const [at, listener] of listeners.entries()) {
    const server = servers[at];
    if (server) ports.push(await listenOn(server, listener));
  }
  return {
    ports,
    stopAccepting: () =>
      Promise.all(
        servers.map((server) => new Promise<void>((resolve) => void server.close(() => resolve()))),
      ),
    destroySockets() {
      for (const socket of sockets) socket.destroy();
    },
  };
}
