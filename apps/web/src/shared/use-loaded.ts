import { useEffect, useState } from "react";

/** Delay before a failed load is repeated: a phone may have its network back, ms. */
const RETRY_MS = 10_000;

/** A module that a page does not need at first. A failed load is repeated while it is needed, which `React.lazy` never does. */
export function useLoaded<M>(importer: () => Promise<M>, isWanted: boolean) {
  const [loaded, setLoaded] = useState<M>();
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    if (!isWanted) return undefined;
    let retry: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    function load(): void {
      importer().then(
        (module) => {
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
