import { hostname, networkInterfaces } from "node:os";

/** Returns the address of the web app, without a slash at the end, for a caller that sent `host` (the Host header). */
export type PublicUrl = (host?: string) => string;

/**
 * `PUBLIC_URL` if it is set. Otherwise the host that the caller used, if it is a name or an address of this machine: another host in the
 * header would receive a password link. Otherwise an address of this machine, never 0.0.0.0.
 */
export function createPublicUrl(
  settings: { PUBLIC_URL?: string | undefined; HOST: string },
  port: () => number,
): PublicUrl {
  return (host) => {
    if (settings.PUBLIC_URL) return settings.PUBLIC_URL.replace(/\/$/, "");
    const own = ownAddresses();
    const asked = URL.parse(`http://${host ?? ""}`);
    const isOwn =
      asked && own.includes(asked.hostname.replace(/^\[|\]$/g, "")) && asked.port === portText(port());
    if (isOwn) return asked.origin;
    const isWildcard = settings.HOST === "0.0.0.0" || settings.HOST === "::";
    const name = isWildcard ? (own.find((address) => !isLoopback(address)) ?? "127.0.0.1") : settings.HOST;
    return new URL(`http://${name.includes(":") ? `[${name}]` : name}:${port()}`).origin;
  };
}

const portText = (port: number) => (port === 80 ? "" : String(port));
const isLoopback = (name: string) => name === "localhost" || name === "::1" || name.startsWith("127.");

function ownAddresses(): string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return [
    ...addresses.filter((one) => !one.internal).map((one) => one.address),
    hostname().toLowerCase(),
    "localhost",
    "127.0.0.1",
    "::1",
  ];
}
