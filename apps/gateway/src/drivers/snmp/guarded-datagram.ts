import { createSocket, type RemoteInfo, type Socket } from "node:dgram";
import { EventEmitter } from "node:events";

export interface SnmpCounts {
  /** Packets that are no SNMP message. */
  malformed: number;
  /** Packets from an address that was not asked. */
  foreign: number;
  /** Answers to no request under way, e.g. late ones. */
  unasked: number;
  /** Answers without the signature and encryption that were agreed. */
  downgraded: number;
}

/**
 * A UDP socket as the protocol library uses one, which passes on packets of the one peer only and survives what kills the library: it
 * matches answers by their number alone.
 */
export class GuardedDatagram extends EventEmitter {
  readonly #socket: Socket;
  readonly #counts: SnmpCounts;
  readonly #peer: string;

  constructor(peer: string, counts: SnmpCounts) {
    super();
    this.#peer = peer;
    this.#counts = counts;
    this.#socket = createSocket("udp4");
    this.#socket.on("message", (packet, from) => this.#receive(packet, from));
    this.#socket.on("close", () => this.emit("close"));
    // "Port unreachable" of a device that is off surfaces here; its request times out as any other.
    this.#socket.on("error", () => {});
  }

  #receive(packet: Buffer, from: RemoteInfo): void {
    if (`${from.address}:${from.port}` !== this.#peer) {
      this.#counts.foreign++;
      return;
    }
    try {
      this.emit("message", packet, from);
    } catch {
      this.#counts.malformed++;
    }
  }

  ref(): void {
    this.#socket.ref();
  }

  unref(): void {
    this.#socket.unref();
  }

  send(
    buffer: Buffer,
    offset: number,
    length: number,
    port: number,
    address: string,
    done: (error: Error | null) => void,
  ): void {
    this.#socket.send(buffer, offset, length, port, address, done);
  }

  close(): void {
    this.#socket.close();
  }
}
