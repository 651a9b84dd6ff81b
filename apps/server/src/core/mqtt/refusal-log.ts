/** Refusals of one address that are logged individually within a period. The others are counted. */
const LINES_MAX = 3;
const PERIOD_MS = 60_000;
/** Number of stored addresses. All further addresses count as one. */
const ADDRESSES_MAX = 1_000;

interface Refusal {
  address: string;
  /** The id that the client sent. */
  edge?: string;
  reason: string;
}

/** Logs refused connections with their reason, at most `LINES_MAX` lines per minute and address. */
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
      log.warn({ address, ...refusal, ...(notLogged > 0 && { notLogged }) }, "Connection refused");
      return;
    }
    known.count += 1;
    if (known.count <= LINES_MAX) log.warn({ address, ...refusal }, "Connection refused");
  };
}
