import { createContext, use } from "react";

/** Whether the values on the screen follow the building. */
export interface LiveConnection {
  /** The live stream was lost and is not back: nothing on the screen is known to be current. */
  readonly isDown: boolean;
  /** What was loaded before this time may have missed something, ms since 1970. */
  readonly currentSinceMs: number;
}

/** Where no stream is followed, what polling brings is current. */
export const pollingOnly: LiveConnection = { isDown: false, currentSinceMs: 0 };

export const LiveConnectionContext = createContext(pollingOnly);

export const useLiveConnection = () => use(LiveConnectionContext);
