import { createSocket, type Socket } from "node:dgram";
import { EventEmitter } from "node:events";

/** Room for one BACnet/IP frame. Source: ASHRAE 135 Annex J, largest NPDU 1497 octets less the header. */
const FRAME_BYTES = 1_482;

/** A UDP socket on `host` with `preferredPort`, or with any free port when that is in use. */
export function bindUdp(host: string, preferredPort: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = createSocket("udp4");
    socket.once("error", (error: NodeJS.ErrnoException) => {
      socket.close();
      if (error.code === "EADDRINUSE" && preferredPort !== 0) bindUdp(host, 0).then(resolve, reject);
      else reject(error);
    });
    socket.bind(preferredPort, host, () => {
      socket.removeAllListeners("error");
      resolve(socket);
    });
  });
}

export function portOf(socket: Socket): number {
  return socket.address().port;
}

/**
 * The UDP transport of the BACnet stack: counts malformed packets instead of failing on them, and neither receives nor sends while
 * `isSilent`.
 */
export class UdpTransport extends EventEmitter {
  malformed = 0;
  readonly #socket: Socket;
  readonly #isSilent: () => boolean;

  constructor(socket: Socket, isSilent: () => boolean) {
    super();
    this.#socket = socket;
    this.#isSilent = isSilent;
    socket.on("message", (packet, from) => this.#receive(packet, `${from.address}:${from.port}`));
    // ICMP "port unreachable" of a closed subscriber arrives here.
    socket.on("error", () => {});
  }

  #receive(packet: Buffer, from: string): void {
    if (this.#isSilent()) return;
    try {
      this.emit("message", packet, from);
    } catch {
      this.malformed++;
    }
  }

  getMaxPayload(): number {
    return FRAME_BYTES;
  }

  getBroadcastAddress(): string {
    return "127.255.255.255";
  }

  send(buffer: Buffer, length: number, receiver?: string): void {
    if (this.#isSilent() || !receiver) return;
    const [address, port] = receiver.split(":");
    this.#socket.send(Buffer.from(buffer.subarray(0, length)), Number(port ?? 47_808), address, () => {});
  }

  open(): void {
    queueMicrotask(() => this.emit("listening", this.#socket.address()));
  }

  close(): void {
    this.#socket.close();
  }
}
