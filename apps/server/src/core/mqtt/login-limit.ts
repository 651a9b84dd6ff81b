export const FAILURES_PERIOD_MS = 60_000;
/** Wrong passwords of one name from one address in a period. Further logins of the name there are refused until the period ends. */
export const NAME_FAILURES_MAX = 10;
/** Wrong passwords of all names from one address in a period. Further logins from there are checked at a lower rate. */
const ADDRESS_FAILURES_MAX = 100;
/** Interval of the checks at the lower rate, ms. A device with the right password behind the same address logs in after some attempts. */
const CHECK_EVERY_MS = 200;
/** Number of stored names and addresses. The oldest ones are removed. */
const STORED_MAX = 10_000;

/** Wrong passwords of a period at all processes. */
export interface WrongPasswords {
  /** Of a name from an address. */
  ofName: number;
  /** Of all names from the address. */
  ofAddress: number;
}

interface Failures {
  sinceMs: number;
  count: number;
  checkedAtMs: number;
}

const pairOf = (address: string, name: string) => `${address} ${name}`;

/**
 * Limits the passwords that a client can try at this process, without the database. The limit of all processes is counted there: a flood of
 * wrong passwords is neither checked nor counted one by one.
 */
export function createLoginLimit(nowMs: () => number = () => performance.now()) {
  const failures = new Map<string, Failures>();
  function find(key: string): Failures | undefined {
    const known = failures.get(key);
    if (known && nowMs() - known.sinceMs < FAILURES_PERIOD_MS) return known;
    failures.delete(key);
    return undefined;
  }

  function count(key: string, step: number, least = 0): void {
    const known = find(key);
    if (known) {
      known.count = Math.max(known.count + step, least);
      return;
    }
    const [oldest] = failures.keys();
    if (failures.size >= STORED_MAX && oldest !== undefined) failures.delete(oldest);
    failures.set(key, { sinceMs: nowMs(), count: Math.max(step, least), checkedAtMs: nowMs() });
  }

  function isAddressDue(address: string): boolean {
    const all = find(address);
    if (!all || all.count < ADDRESS_FAILURES_MAX) return true;
    if (nowMs() - all.checkedAtMs < CHECK_EVERY_MS) return false;
    all.checkedAtMs = nowMs();
    return true;
  }

  return {
    /** Begins a login. It counts as wrong until `end`, so that parallel logins cannot pass the limit. @returns whether to check its password */
    begin(address: string, name: string): boolean {
      const pair = pairOf(address, name);
      if ((find(pair)?.count ?? 0) >= NAME_FAILURES_MAX || !isAddressDue(address)) return false;
      count(pair, 1);
      return true;
    },
    /** Ends a login that `begin` accepted. `wrong`: its password was wrong. */
    end(address: string, name: string, wrong: Pick<WrongPasswords, "ofAddress"> | undefined): void {
      if (wrong) count(address, 1, wrong.ofAddress);
      else count(pairOf(address, name), -1);
    },
  };
}
