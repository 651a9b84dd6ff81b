import { createSocket, type RemoteInfo, type Socket } from "node:dgram";
import { EventEmitter } from "node:events";

export interface SnmpCounts {
  /** Packets that are not SNMP messages. */
  malformed: number;
  /** Packets from an address without an open request. */
  foreign: number;
  /** Answers without an open request, e.g. late answers. */
  unasked: number;
  /** Answers without the agreed signature and encryption. */
  downgraded: number;
}

/**
 * A UDP socket for the protocol library. It forwards only packets of one peer, because the library matches answers only by their number. It
 * discards packets at which the library throws.
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
    // ICMP "port unreachable" of a device that is off arrives here. The request times out.
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
