import { createSocket, type Socket as UdpSocket } from "node:dgram";
import { connect, createServer, type Socket } from "node:net";

/** Pseudo-random numbers that are the same in every run. */
function seededNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Corrupts a valid answer: random bytes, cut off, with another header, or with trailing data. */
function mangle(answer: Buffer, header: number, next: (below: number) => number): Buffer {
  const kind = next(4);
  if (kind === 0) return Buffer.from(Array.from({ length: 1 + next(200) }, () => next(256)));
  if (kind === 1) return answer.subarray(0, 1 + next(answer.length - 1));
  const mangled = Buffer.from(answer);
  const at = next(Math.min(header, mangled.length));
  mangled[at] = (mangled[at] ?? 0) ^ (1 + next(255));
  if (kind === 2) return mangled;
  return Buffer.concat([mangled, Buffer.from(Array.from({ length: 1 + next(40) }, () => next(256)))]);
}

/** A relay that passes requests on to a simulated device and corrupts the answers. */
export interface ManglingRelay extends AsyncDisposable {
  readonly address: string;
  /** Corrupted packets sent so far. */
  readonly sent: number;
}

export interface RelayOptions {
  /** `host:port` of the simulated device. */
  target: string;
  /** Number of octets at the beginning that may be changed. */
  header: number;
  /** After this number of corrupted packets the relay passes on valid answers only. */
  packets: number;
}

const bind = (socket: UdpSocket) => new Promise<void>((done) => socket.bind(0, "127.0.0.1", done));
const PER_REQUEST = 100;

/** Each request gets a hundred corrupted answers, half of them from another address, and then the valid one. */
export async function startUdpRelay({ target, header, packets }: RelayOptions): Promise<ManglingRelay> {
  const [host = "", port = ""] = target.split(":");
  const next = seededNumbers(7);
  const front = createSocket("udp4");
  const otherDevice = createSocket("udp4");
  await Promise.all([bind(front), bind(otherDevice)]);
  let sent = 0;
  const backs = new Set<UdpSocket>();

  async function corrupt(answer: Buffer, from: { address: string; port: number }): Promise<void> {
    for (let i = 0; i < PER_REQUEST && sent < packets; i++) {
      const isForeign = i % 2 === 0;
      // Another address may even send a complete and plausible wrong answer.
      const packet = isForeign && i % 10 === 0 ? answer : mangle(answer, header, next);
      sent++;
      await new Promise<void>((done) =>
        (isForeign ? otherDevice : front).send(packet, from.port, from.address, () => done()),
      );
      // The kernel drops packets that arrive faster than they are read.
      if (i % 10 === 9) await new Promise((done) => setTimeout(done, 1));
    }
    front.send(answer, from.port, from.address);
  }
  front.on("message", (request, from) => {
    const back = createSocket("udp4");
    backs.add(back);
    const close = () => backs.delete(back) && back.close();
    const late = setTimeout(close, 1_000);
    back.once("message", (answer) => {
      clearTimeout(late);
      close();
      void corrupt(answer, from);
    });
    back.send(request, Number(port), host);
  });
  return {
    address: `127.0.0.1:${front.address().port}`,
    get sent() {
      return sent;
    },
    async [Symbol.asyncDispose]() {
      front.close();
      otherDevice.close();
      for (const back of backs) back.close();
    },
  };
}

/** Each request gets one corrupted answer; then the relay closes the connection, or sometimes sends nothing more. */
export async function startTcpRelay({ target, header, packets }: RelayOptions): Promise<ManglingRelay> {
  const [host = "", port = ""] = target.split(":");
  const next = seededNumbers(11);
  let sent = 0;
  const sockets = new Set<Socket>();
  const server = createServer((front) => {
    const back = connect(Number(port), host);
    for (const socket of [front, back]) {
      sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => {
        sockets.delete(socket);
        front.destroy();
        back.destroy();
      });
    }
    front.pipe(back);
    back.on("data", (answer: Buffer) => {
      if (sent >= packets) front.write(answer);
      else {
        sent++;
        front.write(mangle(answer, header, next));
        if (next(500) > 0) front.end();
      }
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  return {
    address: `127.0.0.1:${address && typeof address === "object" ? address.port : 0}`,
    get sent() {
      return sent;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}
