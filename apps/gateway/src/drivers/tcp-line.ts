import type { Socket } from "node:net";

import { WorkQueue } from "../devices/work-queue.ts";
import { connectionReason } from "./connection-reason.ts";
import { DriverError } from "./driver.ts";
import { deadlineOf, untilAborted } from "./until-aborted.ts";

export interface TcpLineOptions {
  /** `host:port`. */
  address: string;
  /** Timeout of a connection attempt or an answer, ms. */
  requestTimeoutMs: number;
  counts: { reconnects: number };
}

/** The server has closed the connection. */
export class ConnectionLost extends Error {}

/**
 * The connection to one TCP server, for one request at a time. It opens on demand. A driver closes it after an error after which its state
 * is unknown.
 */
export class TcpLine<S extends Socket = Socket> {
  readonly #options: TcpLineOptions;
  readonly #createSocket: () => S;
  readonly #queue = new WorkQueue();
  #socket: S | undefined;
  #hasBeenOpen = false;

  constructor(options: TcpLineOptions, createSocket: () => S) {
    this.#options = options;
    this.#createSocket = createSocket;
  }

  /** Runs a request, and runs it again if the connection turns out to be closed. @throws DriverError */
  request<T>(attempt: () => Promise<T>, signal: AbortSignal): Promise<T> {
    const work = this.#queue.run(async () => {
      signal.throwIfAborted();
      const isFresh = !this.#socket;
      try {
        return await attempt();
      } catch (error) {
        // The server may have closed an idle connection before the request reached it.
        if (isFresh || signal.aborted || !(error instanceof ConnectionLost)) throw error;
        return await attempt();
      }
    });
    return untilAborted(work, signal).catch((error: unknown) => {
      if (error instanceof DriverError) throw error;
      throw new DriverError("unreachable", {
        cause: error,
        detail: signal.aborted ? "deadline" : "connection",
        reason: error instanceof ConnectionLost ? "connection-lost" : "no-answer",
      });
    });
  }

  /** The open socket, or a new one. @throws DriverError */
  async connect(signal: AbortSignal): Promise<S> {
    if (this.#socket && !this.#socket.destroyed) return this.#socket;
    this.close();
    const { address, counts, requestTimeoutMs } = this.#options;
    const [host = "", port = ""] = address.split(":");
    const socket = this.#createSocket();
    using deadline = deadlineOf(requestTimeoutMs, signal);
    try {
      await untilAborted(
        new Promise<void>((resolve, reject) => {
          socket.once("error", reject);
          socket.connect(Number(port), host, resolve);
        }),
        deadline.signal,
      );
    } catch (error) {
      socket.destroy();
      throw new DriverError("unreachable", {
        cause: error,
        detail: `no connection to ${address}`,
        reason: connectionReason(error),
      });
    }
    socket.removeAllListeners("error");
    socket.on("error", () => {});
    socket.setNoDelay();
    if (this.#hasBeenOpen) counts.reconnects++;
    this.#hasBeenOpen = true;
    this.#socket = socket;
    return socket;
  }

  close(): void {
    this.#socket?.destroy();
    this.#socket = undefined;
  }
}
