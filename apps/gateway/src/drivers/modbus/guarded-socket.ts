import { Socket } from "node:net";

/** Source: Modbus messaging on TCP/IP V1.0b §3.1.3: transaction, protocol, length, then unit and up to 253 octets. */
const HEADER_BYTES = 6;
const LENGTH_MIN = 3;
const LENGTH_MAX = 254;

export interface ModbusCounts {
  /** Data that is not a Modbus frame. The connection is closed, because later data may be wrong too. */
  malformed: number;
  /** Answers without an open request, e.g. late answers, or with another unit id. */
  unasked: number;
  reconnects: number;
}

/**
 * A TCP socket that passes only complete answers to the current request to the protocol library. The library does not check answers, and
 * an exception in its listener would end the process.
 */
export class GuardedSocket extends Socket {
  readonly #counts: ModbusCounts;
  #received: Buffer = Buffer.alloc(0);
  /** Transaction and unit id of the open request. */
  #openRequest: { transaction: number; unit: number } | undefined;

  constructor(counts: ModbusCounts) {
    super();
    this.#counts = counts;
  }

  /** Records the request. */
  // oxlint-disable-next-line no-underscore-dangle -- the name is Node's
  override _write(request: unknown, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    if (Buffer.isBuffer(request))
      this.#openRequest = { transaction: request.readUInt16BE(0), unit: request.readUInt8(HEADER_BYTES) };
    // oxlint-disable-next-line no-underscore-dangle -- the name is Node's
    super._write(request, encoding, done);
  }

  override emit(event: string | symbol, ...args: unknown[]): boolean {
    const [data] = args;
    if (event !== "data" || !Buffer.isBuffer(data)) return super.emit(event, ...args);
    this.#receive(data);
    return true;
  }

  #receive(data: Buffer): void {
    this.#received = Buffer.concat([this.#received, data]);
    while (this.#received.length >= HEADER_BYTES + 2 && !this.destroyed) {
      const length = this.#received.readUInt16BE(4);
      if (this.#received.readUInt16BE(2) !== 0 || length < LENGTH_MIN || length > LENGTH_MAX)
        return this.#reject();
      if (this.#received.length < HEADER_BYTES + length) return;
      const frame = this.#received.subarray(0, HEADER_BYTES + length);
      this.#received = this.#received.subarray(HEADER_BYTES + length);
      this.#forward(frame);
    }
  }

  #forward(frame: Buffer): void {
    const isExpected =
      this.#openRequest?.transaction === frame.readUInt16BE(0) &&
      this.#openRequest.unit === frame.readUInt8(HEADER_BYTES);
    if (!isExpected) {
      this.#counts.unasked++;
      return;
    }
    this.#openRequest = undefined;
    try {
      super.emit("data", frame);
    } catch {
      this.#reject();
    }
  }

  #reject(): void {
    this.#counts.malformed++;
    this.#received = Buffer.alloc(0);
    this.destroy();
  }
}
