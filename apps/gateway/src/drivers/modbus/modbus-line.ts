import modbus from "modbus-serial";

import { DriverError } from "../driver.ts";
import { ConnectionLost, TcpLine, type TcpLineOptions } from "../tcp-line.ts";
import { untilAborted } from "../until-aborted.ts";
import { GuardedSocket, type ModbusCounts } from "./guarded-socket.ts";

export type ModbusClient = InstanceType<typeof modbus.default>;

export interface ModbusLineOptions extends TcpLineOptions {
  counts: ModbusCounts;
}

/**
 * Exceptions with which a Modbus gateway reports that the unit behind it is not reachable. Source: Modbus application protocol V1.1b3 §7.
 */
const UNIT_UNREACHABLE = new Set([10, 11]);

/** The device refuses a request. `code` is the Modbus exception. */
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
 * The connection to one Modbus TCP server, with one request at a time for all units, because many servers buffer only one. It opens on
 * demand. It closes after an error after which its state is unknown.
 */
export class ModbusLine implements AsyncDisposable {
  readonly #options: ModbusLineOptions;
  readonly #line: TcpLine<GuardedSocket>;
  #open: { client: ModbusClient; socket: GuardedSocket } | undefined;

  constructor(options: ModbusLineOptions) {
    this.#options = options;
    this.#line = new TcpLine(options, () => new GuardedSocket(options.counts));
  }

  /** Sends a request to a unit. @throws DriverError */
  request<T>(unitId: number, send: (client: ModbusClient) => Promise<T>, signal: AbortSignal): Promise<T> {
    return this.#line.request(() => this.#attempt(unitId, send, signal), signal);
  }

  async #attempt<T>(
    unitId: number,
    send: (client: ModbusClient) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T> {
    const { client, socket } = await this.#connect(signal);
    client.setID(unitId);
    const lost = Promise.withResolvers<never>();
    const onClose = () => lost.reject(new ConnectionLost());
    socket.once("close", onClose);
    try {
      return await untilAborted(Promise.race([send(client), lost.promise]), signal);
    } catch (error) {
      const code = codeOf(error);
      if (code !== undefined && !UNIT_UNREACHABLE.has(code)) throw new ModbusRefusal(code, { cause: error });
      if (code === undefined) this.#line.close();
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

  async #connect(signal: AbortSignal): Promise<{ client: ModbusClient; socket: GuardedSocket }> {
    const socket = await this.#line.connect(signal);
    if (this.#open?.socket === socket) return this.#open;
    const client = new modbus.default();
    client.on("error", () => {});
    await client.linkTCP(socket, { port: Number(this.#options.address.split(":")[1]) });
    client.setTimeout(this.#options.requestTimeoutMs);
    this.#open = { client, socket };
    return this.#open;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#line.close();
  }
}

/** The errors of the library are not instances of `Error`. */
function isTimeout(error: unknown): boolean {
  return typeof error === "object" && error !== null && "errno" in error && error.errno === "ETIMEDOUT";
}
