import { type LookupAddress, type LookupOptions, lookup } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";

import type { buildConnector } from "undici";

/** A part of the address space, such as 10.0.0.0/8. */
const network = /^([0-9a-f.:]+)\/(\d{1,3})$/i;

/**
 * Networks without public addresses, and those that contain an IPv4 address of any kind. Source: IANA special-purpose address registries
 * for IPv4 and IPv6, RFC 6890.
 */
const SPECIAL_IPV4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/3",
];
const SPECIAL_IPV6 = [
  "::/96",
  "64:ff9b:1::/48",
  "100::/64",
  "2001::/23",
  "2001:db8::/32",
  "2002::/16",
  "3fff::/20",
  "5f00::/16",
  "fc00::/7",
  "fe80::/10",
  "fec0::/10",
  "ff00::/8",
  // A translator reaches each IPv4 address by an address with this prefix. Source: RFC 6052.
  ...SPECIAL_IPV4.map((one) => {
    const [, address = "", bits] = network.exec(one) ?? [];
    return `64:ff9b::${address}/${96 + Number(bits)}`;
  }),
];

const familyOf = (address: string) => (isIP(address) === 6 ? "ipv6" : "ipv4");

/** @throws Error for a text that is not a network */
export function listOfNetworks(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const one of networks) {
    const [, address = one, bits] = network.exec(one) ?? [];
    if (bits === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(bits), familyOf(address));
  }
  return list;
}

/** An address that users may not make the server read. */
export class PrivateAddressError extends Error {
  override name = "PrivateAddressError";
}

/** Whether an IP address is in a private or special network that is not allowed. */
export function createAddressCheck(allowedNetworks: readonly string[]): (address: string) => boolean {
  const [special, allowed] = [
    listOfNetworks([...SPECIAL_IPV4, ...SPECIAL_IPV6]),
    listOfNetworks(allowedNetworks),
  ];
  return (address) => {
    const family = familyOf(address);
    return special.check(address, family) && !allowed.check(address, family);
  };
}

/** Reads the content of an address with `GET`. */
export type PublicFetch = (
  address: string,
  options: { signal: AbortSignal },
) => Promise<{ status: number; ok: boolean; body: AsyncIterable<Uint8Array> | null }>;

/**
 * A `fetch` for addresses that users enter. It connects only to public addresses and to networks that the settings allow. The check is at
 * each connection, after the name is resolved, so it includes redirects and names whose address changes.
 */
export function createPublicFetch(allowedNetworks: readonly string[]): PublicFetch {
  const isPrivate = createAddressCheck(allowedNetworks);
  const lookupPublic: LookupFunction = (name, options: LookupOptions, answer) => {
    lookup(name, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      const reachable = error ? [] : addresses.filter(({ address }) => !isPrivate(address));
      const [first] = reachable;
      if (error || !first) answer(error ?? new PrivateAddressError(name), []);
      else if (options.all) answer(null, reachable);
      else answer(null, first.address, first.family);
    });
  };
  // Loaded with the first request, because loading takes a tenth of a second.
  let opened: Promise<PublicFetch> | undefined;
  async function open(): Promise<PublicFetch> {
    const { Agent, buildConnector: build, fetch } = await import("undici");
    const connectAny = build({ lookup: lookupPublic });
    const connect: buildConnector.connector = (options, callback) => {
      const host = options.hostname.replaceAll(/[[\]]/g, "");
      // There is no look-up for an address.
      if (isIP(host) && isPrivate(host)) callback(new PrivateAddressError(host), null);
      else connectAny(options, callback);
    };
    const dispatcher = new Agent({ connect });
    return (address, { signal }) => fetch(address, { signal, dispatcher });
  }
  return async (address, options) => (await (opened ??= open()))(address, options);
}
