import { useIsFetching } from "@tanstack/react-query";
import { useEffect, useState } from "react";

/** Without calls for this time, the first data are shown, ms. */
const QUIET_MS = 500;
/** However long calls last, what comes later is not later than this, ms. */
const LATEST_MS = 5_000;

/** Whether the first data of the page have been shown: the time to load what is not needed before. */
export function useIsSettled(): boolean {
  const isQuiet = useIsFetching() === 0;
  const [isSettled, setIsSettled] = useState(false);
  useEffect(() => {
    if (isSettled) return undefined;
    const timer = setTimeout(() => setIsSettled(true), isQuiet ? QUIET_MS : LATEST_MS);
    return () => clearTimeout(timer);
  }, [isQuiet, isSettled]);
  return isSettled;
}
