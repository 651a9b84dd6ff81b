import { createSocket, type Socket } from "node:dgram";
import { EventEmitter } from "node:events";

/** Room for one BACnet/IP frame. Source: ASHRAE 135 Annex J, largest NPDU 1497 octets less the header. */
const FRAME_BYTES = 1_482;
const BACNET_PORT = 47_808;
const FORWARDED_NPDU = 0x04;
/** PDU types in the upper four bits of an APDU's first octet. Source: ASHRAE 135 §20.1. */
const CONFIRMED_REQUEST = 0x00;
const SIMPLE_ACK = 0x20;
const COMPLEX_ACK = 0x30;
const SEGMENT_ACK = 0x40;
const ABORT = 0x70;
const SEGMENTED = 0x08;

/** Start of the APDU: after the link header and a network header with or without addresses. Source: ASHRAE 135 §6.2. */
function apduOffset(frame: Buffer): number {
  let offset = frame[1] === FORWARDED_NPDU ? 10 : 4;
  const control = frame.readUInt8(offset + 1);
  offset += 2;
  const hasDestination = (control & 0x20) !== 0;
  if (hasDestination) offset += 3 + frame.readUInt8(offset + 2);
  if ((control & 0x08) !== 0) offset += 3 + frame.readUInt8(offset + 2);
  return offset + (hasDestination ? 1 : 0);
}

/** `host:port`; the default is the standard port of BACnet. */
export function withPort(address: string): string {
  return address.includes(":") ? address : `${address}:${BACNET_PORT}`;
}

/** Packets that did not reach the protocol stack. */
export interface GuardCounts {
  malformed: number;
  /** Replies from an address without an open request. */
  foreign: number;
  /** Segmented messages: the stack has one buffer for all peers and mixes them up. */
  segmented: number;
}

/** Opens a UDP socket; port 0 chooses a free port. */
export function bindUdp(host: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = createSocket("udp4");
    socket.once("error", reject);
    socket.bind(port, host, () => {
      socket.removeListener("error", reject);
      resolve(socket);
    });
  });
}

/**
 * Filters packets between the socket and the protocol stack: a malformed packet would crash the stack, and the stack accepts any sender.
 * Passes on valid packets only, and replies only from the peer of the request.
 */
export class GuardedTransport extends EventEmitter {
  readonly counts: GuardCounts = { malformed: 0, foreign: 0, segmented: 0 };
  readonly #socket: Socket;
  /** The peer of each request number. */
  readonly #peers = new Map<number, string>();

  constructor(socket: Socket) {
    super();
    this.#socket = socket;
    socket.on("message", (frame, from) => this.#receive(frame, `${from.address}:${from.port}`));
    // ICMP "port unreachable" of a device that is off arrives here. The request times out.
    socket.on("error", () => {});
  }

  #receive(frame: Buffer, from: string): void {
    try {
      if (this.#isAcceptable(frame, from)) this.emit("message", frame, from);
    } catch {
      this.counts.malformed++;
    }
  }

  #isAcceptable(frame: Buffer, from: string): boolean {
    const at = apduOffset(frame);
    const first = frame.readUInt8(at);
    const type = first & 0xf0;
    const canBeSegmented = type === CONFIRMED_REQUEST || type === COMPLEX_ACK;
    if (type === SEGMENT_ACK || (canBeSegmented && (first & SEGMENTED) !== 0)) {
      this.counts.segmented++;
      return false;
    }
    const isReply = type >= SIMPLE_ACK && type <= ABORT;
    if (isReply && this.#peers.get(frame.readUInt8(at + 1)) !== from) {
      this.counts.foreign++;
      return false;
    }
    return true;
  }

  getMaxPayload(): number {
    return FRAME_BYTES;
  }

  getBroadcastAddress(): string {
    return "255.255.255.255";
  }

  send(buffer: Buffer, length: number, receiver?: string): void {
    if (!receiver) return;
    const peer = withPort(receiver);
    const frame = Buffer.from(buffer.subarray(0, length));
    const at = apduOffset(frame);
    if ((frame.readUInt8(at) & 0xf0) === CONFIRMED_REQUEST) this.#peers.set(frame.readUInt8(at + 2), peer);
    const [address, port] = peer.split(":");
    this.#socket.send(frame, Number(port), address, () => {});
  }

  open(): void {
    queueMicrotask(() => this.emit("listening", this.#socket.address()));
  }

  close(): void {
    this.#socket.close();
  }
}
