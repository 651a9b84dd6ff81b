import { useEffect, useState } from "react";

/** Loads what screens share and the first page does without. */
export const loadRestOfApp = () => import("./rest-of-app.ts");

/** Until a failed load is tried again: a phone may have its network back, ms. */
const RETRY_MS = 10_000;

/** A module that the first page does without, once it is wanted. A load that failed is tried again while it is wanted. */
export function useLoaded<M>(importer: () => Promise<M>, isWanted: boolean) {
  const [loaded, setLoaded] = useState<M>();
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    if (!isWanted) return undefined;
    let retry: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    function load(): void {
      Promise.all([importer(), loadRestOfApp()]).then(
        ([module]) => {
          setLoaded(module);
          setHasFailed(false);
        },
        () => {
          setHasFailed(true);
          if (!isOver) retry = setTimeout(load, RETRY_MS);
        },
      );
    }
    load();
    return () => {
      isOver = true;
      clearTimeout(retry);
    };
  }, [importer, isWanted]);
  return { loaded, hasFailed: hasFailed && isWanted && !loaded };
}
