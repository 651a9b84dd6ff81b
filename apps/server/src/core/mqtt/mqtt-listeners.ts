import { createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";

import { FRAME_MAX_BYTES } from "@verandah/field/payloads.ts";

import { type ListenAddress, listenOn } from "../http/listen.ts";

/** A client must finish the TLS handshake within this time, ms. */
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
}

interface ListenerParts {
  onSocket: (socket: Socket) => void;
  onTlsError: (socket: Socket, error: Error) => void;
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

/** @throws the listen error, e.g. EADDRINUSE, or the error of a certificate that cannot be read */
export async function openMqttListeners(
  listeners: readonly Listener[],
  parts: ListenerParts,
): Promise<OpenListeners> {
  const sockets = new Set<Socket>();
  function serve(socket: Socket): void {
    sockets.add(socket);
    socket.setKeepAlive(true, PROBE_AFTER_MS);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => socket.destroy());
    limitFrames(socket, FRAME_MAX_BYTES, () => parts.onOversized(socket));
    parts.onSocket(socket);
  }
  const createSecureServer = (tls: { cert: string; key: string }): Server =>
    createTlsServer({ ...tls, minVersion: "TLSv1.2", handshakeTimeout: HANDSHAKE_MAX_MS }, serve).on(
      "tlsClientError",
      (error, socket) => parts.onTlsError(socket, error),
    );

  const servers: Server[] = [];
  const ports: number[] = [];
  // Creates all servers first, so that an unreadable certificate opens no port.
  for (const { tls } of listeners)
    servers.push(tls ? createSecureServer(tls) : createServer({ highWaterMark: FRAME_MAX_BYTES }, serve));
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
