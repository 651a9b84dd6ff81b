import type { Socket } from "node:dgram";
import { EventEmitter } from "node:events";

/**
 * A bound socket for the SNMP library, which would bind it itself and cannot use any free port. It counts malformed packets instead of
 * failing on them, and neither receives nor sends while `isSilent`.
 */
export class UdpGate extends EventEmitter {
  malformed = 0;
  readonly #socket: Socket;
  readonly #isSilent: () => boolean;

  constructor(socket: Socket, isSilent: () => boolean, onRequest: () => void) {
    super();
    this.#socket = socket;
    this.#isSilent = isSilent;
    socket.on("message", (packet, from) => {
      if (isSilent()) return;
      try {
        onRequest();
        this.emit("message", packet, from);
      } catch {
        this.malformed++;
      }
    });
    socket.on("error", () => {});
  }

  /** The socket is bound already. */
  bind(): void {}

  address() {
    return this.#socket.address();
  }

  send(
    buffer: Buffer,
    offset: number,
    length: number,
    port: number,
    address: string,
    done: (error: Error | null) => void,
  ): void {
    if (this.#isSilent()) return;
    // A closed client is not an error.
    this.#socket.send(buffer, offset, length, port, address, () => done(null));
  }

  close(done?: () => void): void {
    this.#socket.close(done);
  }
}
