import { useCallback, useEffect, useState } from "react";

/** Source: spec 2 §9 Change Default re-enable. */
const LOCK_MS = 4_000;

/** Locks something for 4 s after an attempt. */
export function useLock(): [isLocked: boolean, lock: () => void] {
  const [lockedAtMs, setLockedAtMs] = useState<number>();
  useEffect(() => {
    if (lockedAtMs === undefined) return undefined;
    const timer = setTimeout(() => setLockedAtMs(undefined), LOCK_MS);
    return () => clearTimeout(timer);
  }, [lockedAtMs]);
  return [lockedAtMs !== undefined, useCallback(() => setLockedAtMs(Date.now()), [])];
}
