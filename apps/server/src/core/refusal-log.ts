/** Refusals of one address that are logged one by one within a period; the rest is counted. */
const LINES_MAX = 3;
const PERIOD_MS = 60_000;
/** Addresses that are remembered; a flood from more of them is logged as one. */
const ADDRESSES_MAX = 1_000;

interface Refusal {
  address: string;
  /** The edge that the client says it is. */
  edge?: string;
  reason: string;
}

/** Logs refused connections with their reason, at most `LINES_MAX` lines a minute for one address. */
export function createRefusalLog(
  log: { warn: (data: object, text: string) => void },
  nowMs: () => number = () => performance.now(),
): (refusal: Refusal) => void {
  const addresses = new Map<string, { sinceMs: number; count: number }>();
  return ({ address, ...refusal }) => {
    const key = addresses.has(address) || addresses.size < ADDRESSES_MAX ? address : "";
    const known = addresses.get(key);
    if (!known || nowMs() - known.sinceMs > PERIOD_MS) {
      const notLogged = Math.max(0, (known?.count ?? 0) - LINES_MAX);
      addresses.delete(key);
      for (const [other, { sinceMs }] of addresses)
        if (nowMs() - sinceMs > PERIOD_MS) addresses.delete(other);
      addresses.set(key, { sinceMs: nowMs(), count: 1 });
      log.warn({ address, ...refusal, ...(notLogged > 0 && { notLogged }) }, "A connection was refused");
      return;
    }
    known.count += 1;
    if (known.count <= LINES_MAX) log.warn({ address, ...refusal }, "A connection was refused");
  };
}
