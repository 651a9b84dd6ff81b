import { type Socket, SocketAddress } from "node:net";

/** Source: "The PROXY protocol", version 2, §2.2 (haproxy.org/download/2.6/doc/proxy-protocol.txt). */
const SIGNATURE = Buffer.from("\r\n\r\n\0\r\nQUIT\n", "latin1");
const HEAD_BYTES = 16;
/** With extensions. A client must not fill the memory with its header. */
const HEADER_MAX_BYTES = 4_096;
const COMMAND_LOCAL = 0x20;
const COMMAND_PROXY = 0x21;
/** Bytes of an address, by family and transport: TCP over IPv4 and over IPv6. */
const addressBytes = new Map([
  [0x11, 4],
  [0x21, 16],
]);

interface ProxyHeader {
  bytes: number;
  /** Of the client; undefined when it is not named. */
  address: string | undefined;
}

function toAddress(bytes: Buffer): string {
  if (bytes.length === 4) return bytes.join(".");
  const groups = bytes.toString("hex").match(/.{4}/g) ?? [];
  return new SocketAddress({ address: groups.join(":"), family: "ipv6" }).address;
}

/** @returns undefined while the header is not complete. @throws Error for a header that cannot be read */
function parseHeader(data: Buffer): ProxyHeader | undefined {
  const signed = Math.min(data.length, SIGNATURE.length);
  if (!data.subarray(0, signed).equals(SIGNATURE.subarray(0, signed)))
    return { bytes: 0, address: undefined };
  if (data.length < HEAD_BYTES) return undefined;
  const [command = 0, family = 0] = data.subarray(SIGNATURE.length);
  const bytes = HEAD_BYTES + data.readUInt16BE(HEAD_BYTES - 2);
  if (bytes > HEADER_MAX_BYTES) throw new Error("The header of the proxy is too long");
  if (data.length < bytes) return undefined;
  const length = addressBytes.get(family) ?? 0;
  if (command === COMMAND_LOCAL || (command === COMMAND_PROXY && length === 0))
    return { bytes, address: undefined };
  if (command !== COMMAND_PROXY || bytes < HEAD_BYTES + length)
    throw new Error("The header of the proxy cannot be read");
  return { bytes, address: toAddress(data.subarray(HEAD_BYTES, HEAD_BYTES + length)) };
}

/**
 * Reads the header that a proxy sends before the data of a client. The data stay in the socket.
 *
 * @returns the address of the client; undefined when it is not named, such as without a header
 * @throws Error when the header cannot be read, or after `maxMs`
 */
export function readProxyHeader(socket: Socket, maxMs: number): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    let read = Buffer.alloc(0);
    const timer = setTimeout(() => fail(new Error("A connection of a proxy sent no data")), maxMs);
    function end(): void {
      clearTimeout(timer);
      socket.off("readable", onReadable).off("close", onClose);
    }
    function fail(error: unknown): void {
      end();
      reject(error);
    }
    function onReadable(): void {
      for (let chunk: Buffer | null; (chunk = socket.read()) !== null;) read = Buffer.concat([read, chunk]);
      try {
        const header = parseHeader(read);
        if (!header) return;
        end();
        if (read.length > header.bytes) socket.unshift(read.subarray(header.bytes));
        resolve(header.address);
      } catch (error) {
        fail(error);
      }
    }
    const onClose = () => fail(new Error("A connection of a proxy closed without data"));
    socket.on("readable", onReadable).on("close", onClose);
  });
}
