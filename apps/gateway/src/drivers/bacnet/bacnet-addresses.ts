import { networkInterfaces } from "node:os";

const BACNET_PORT = 47_808;

/** The broadcast address of each network of the gateway's interface. */
export function broadcastAddresses(host: string): string[] {
  const mine = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(
      ({ family, address, internal }) =>
        family === "IPv4" && (host === "0.0.0.0" ? !internal : address === host),
    );
  return mine.map(({ address, netmask }) => {
    const mask = netmask.split(".").map(Number);
    const octets = address.split(".").map((octet, index) => Number(octet) | (~(mask[index] ?? 255) & 0xff));
    return `${octets.join(".")}:${BACNET_PORT}`;
  });
}
