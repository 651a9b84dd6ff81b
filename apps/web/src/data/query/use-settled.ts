import { useIsFetching } from "@tanstack/react-query";
import { useEffect, useState } from "react";

/** Without calls for this time, the first data are shown, ms. */
const QUIET_MS = 500;
/** The later parts are loaded after this time, even while calls last, ms. */
const LATEST_MS = 5_000;

/** Whether the page has shown its first data. Parts that it does not need before are loaded then. */
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
