import { useEffect, useState } from "react";

/** Loads what screens share and the first page does without. */
export const loadRestOfApp = () => import("./rest-of-app.ts");

/** A module that the first page does without, once it is wanted. A load that failed is tried again when it is wanted again. */
export function useLoaded<M>(importer: () => Promise<M>, isWanted: boolean) {
  const [loaded, setLoaded] = useState<M>();
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    if (!isWanted) return;
    Promise.all([importer(), loadRestOfApp()]).then(
      ([module]) => {
        setLoaded(module);
        setHasFailed(false);
      },
      () => setHasFailed(true),
    );
  }, [importer, isWanted]);
  return { loaded, hasFailed: hasFailed && isWanted && !loaded };
}
