/**
 * One address for each host of a database address with several hosts. An address with one host is returned as it is.
 * Source: PostgreSQL 18 §32.1.1.3, Specifying Multiple Hosts.
 */
export function hostAddresses(address: string): string[] {
  const [, scheme = "", user = "", hosts = "", rest = ""] =
    /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^/?#]*)(.*)$/s.exec(address) ?? [];
  if (!hosts.includes(",")) return [address];
  return hosts.split(",").map((host) => `${scheme}${user}${host}${rest}`);
}
