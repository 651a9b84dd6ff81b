const NS_PER_MS = 1e6;

/** A clock that all threads and processes of this machine share and that is never set, ms. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / NS_PER_MS;
}
