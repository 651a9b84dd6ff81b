import { LIVE_SILENCE_MS, type LiveEvent, openLiveStream } from "@verandah/contract/live.ts";

import { liveEventNames, readLiveEvent } from "./live-event.ts";

/** `live`: what the server knows arrives by itself. `connecting`: not yet, or not again; polling goes on meanwhile. */
export type LiveState = "connecting" | "live" | "offline";

const RETRY_FIRST_MS = 1_000;
const RETRY_MAX_MS = 30_000;
/** Failures in a row after which the connection counts as lost. */
const OFFLINE_AFTER_FAILURES = 2;
/** A page nobody sees keeps its stream this long, ms; browsers allow few streams to one server. */
const HIDDEN_KEEP_MS = 60_000;

interface Listener {
  onEvent: (event: LiveEvent) => void;
  onLive: () => void;
  /** The stream broke, or was closed because the page is hidden. */
  onDown: (state: Exclude<LiveState, "live">) => void;
  /** The stream broke; the reason may be that the session is over, which the stream cannot say. */
  onBroken: () => void;
}

/**
 * Follows one building until the returned function is called. A stream that breaks, or is silent for `LIVE_SILENCE_MS`, is opened
 * again after a pause that doubles up to 30 s.
 */
export function followBuilding(buildingId: number, listener: Listener): () => void {
  let source: EventSource | undefined;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hiddenTimer: ReturnType<typeof setTimeout> | undefined;

  function wait(ms: number, then: () => void) {
    clearTimeout(timer);
    timer = setTimeout(then, ms);
  }

  function connect() {
    disconnect();
    const opened = new EventSource(`${openLiveStream.path}?building=${buildingId}`);
    source = opened;
    wait(LIVE_SILENCE_MS, broken);
    opened.addEventListener("error", broken);
    for (const name of liveEventNames)
      opened.addEventListener(name, (message: MessageEvent<string>) => receive(name, message.data));
  }

  function receive(name: string, text: string) {
    wait(LIVE_SILENCE_MS, broken);
    const event = readLiveEvent(name, text);
    if (!event) return;
    if (event.name === "hello") {
      failures = 0;
      listener.onLive();
    }
    listener.onEvent(event);
  }

  function broken() {
    disconnect();
    failures += 1;
    listener.onDown(failures > OFFLINE_AFTER_FAILURES ? "offline" : "connecting");
    listener.onBroken();
    const pauseMs = Math.min(RETRY_FIRST_MS * 2 ** (failures - 1), RETRY_MAX_MS);
    // All browsers of a building lose a restarted server at once; they should not all return at once.
    wait(pauseMs * (0.75 + Math.random() / 2), connect);
  }

  function disconnect() {
    clearTimeout(timer);
    source?.close();
    source = undefined;
  }

  function reconnectNow() {
    if (source?.readyState !== EventSource.OPEN) connect();
  }

  function onVisibility() {
    clearTimeout(hiddenTimer);
    if (document.visibilityState === "hidden")
      hiddenTimer = setTimeout(() => {
        disconnect();
        listener.onDown("connecting");
      }, HIDDEN_KEEP_MS);
    else reconnectNow();
  }

  window.addEventListener("online", reconnectNow);
  document.addEventListener("visibilitychange", onVisibility);
  connect();

  return () => {
    window.removeEventListener("online", reconnectNow);
    document.removeEventListener("visibilitychange", onVisibility);
    clearTimeout(hiddenTimer);
    disconnect();
  };
}
