import modbus from "modbus-serial";

import { WorkQueue } from "../../devices/work-queue.ts";
import { connectionReason } from "../connection-reason.ts";
import { DriverError } from "../driver.ts";
import { untilAborted } from "../until-aborted.ts";
import { GuardedSocket, type ModbusCounts } from "./guarded-socket.ts";

export type ModbusClient = InstanceType<typeof modbus.default>;

export interface ModbusLineOptions {
  /** `host:port`. */
  address: string;
  /** How long a connection or an answer is waited for, ms. */
  requestTimeoutMs: number;
  counts: ModbusCounts;
}

/** Exceptions by which a gateway says that the unit behind it is away. Source: Modbus application protocol V1.1b3 §7. */
const TARGET_AWAY = new Set([10, 11]);

/** The device's refusal; `code` is the Modbus exception. */
export class ModbusRefusal extends DriverError {
  readonly code: number;

  constructor(code: number, options?: ErrorOptions) {
    super("refused", { ...options, detail: `Modbus exception ${code}` });
    this.code = code;
  }
}

function codeOf(error: unknown): number | undefined {
  return error instanceof Error && "modbusCode" in error && typeof error.modbusCode === "number"
    ? error.modbusCode
    : undefined;
}

/**
 * The connection to one Modbus TCP server: one request at a time, whatever the unit, since many servers keep no second one in mind. It
 * is opened when it is needed, and closed after whatever leaves its state in doubt.
 */
export class ModbusLine implements AsyncDisposable {
  readonly #options: ModbusLineOptions;
  readonly #queue = new WorkQueue();
  #open: { client: ModbusClient; socket: GuardedSocket } | undefined;
  #hasBeenOpen = false;

  constructor(options: ModbusLineOptions) {
    this.#options = options;
  }

  /** Sends a request to a unit, once more when the connection turns out to be dead. @throws DriverError */
  request<T>(unitId: number, send: (client: ModbusClient) => Promise<T>, signal: AbortSignal): Promise<T> {
    const work = this.#queue.run(async () => {
      signal.throwIfAborted();
      const isFresh = !this.#open;
      try {
        return await this.#attempt(unitId, send, signal);
      } catch (error) {
        // A server may have closed an idle connection; a request that never reached it is sent again.
        if (isFresh || signal.aborted || !(error instanceof ConnectionLost)) throw error;
        return await this.#attempt(unitId, send, signal);
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

  async #attempt<T>(
    unitId: number,
    send: (client: ModbusClient) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T> {
    const { client, socket } = await this.#connected(signal);
    client.setID(unitId);
    const lost = Promise.withResolvers<never>();
    const onClose = () => lost.reject(new ConnectionLost());
    socket.once("close", onClose);
    try {
      return await untilAborted(Promise.race([send(client), lost.promise]), signal);
    } catch (error) {
      const code = codeOf(error);
      if (code !== undefined && !TARGET_AWAY.has(code)) throw new ModbusRefusal(code, { cause: error });
      if (code === undefined) this.#close();
      if (error instanceof ConnectionLost || signal.aborted || isTimeout(error)) throw error;
      throw new DriverError(code === undefined ? "garbled" : "unreachable", {
        cause: error,
        detail: error instanceof Error ? error.message : String(error),
        reason: code === undefined ? "not-understood" : "target-silent",
      });
    } finally {
      socket.off("close", onClose);
    }
  }

  async #connected(signal: AbortSignal): Promise<{ client: ModbusClient; socket: GuardedSocket }> {
    if (this.#open && !this.#open.socket.destroyed) return this.#open;
    this.#close();
    const { address, counts, requestTimeoutMs } = this.#options;
    const [host = "", port = ""] = address.split(":");
    const socket = new GuardedSocket(counts);
    const within = AbortSignal.any([signal, AbortSignal.timeout(requestTimeoutMs)]);
    try {
      await untilAborted(
        new Promise<void>((resolve, reject) => {
          socket.once("error", reject);
          socket.connect(Number(port), host, resolve);
        }),
        within,
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
    const client = new modbus.default();
    client.on("error", () => {});
    await client.linkTCP(socket, { port: Number(port) });
    client.setTimeout(requestTimeoutMs);
    if (this.#hasBeenOpen) counts.reconnects++;
    this.#hasBeenOpen = true;
    this.#open = { client, socket };
    return this.#open;
  }

  #close(): void {
    this.#open?.socket.destroy();
    this.#open = undefined;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#close();
  }
}

class ConnectionLost extends Error {}

/** The library's own error is no `Error`. */
function isTimeout(error: unknown): boolean {
  return typeof error === "object" && error !== null && "errno" in error && error.errno === "ETIMEDOUT";
}
