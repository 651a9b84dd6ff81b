import {
  LIVE_SILENCE_MS,
  type LiveEvent,
  type LiveEventName,
  openLiveStream,
} from "@verandah/contract/live.ts";
import { divideDevices } from "@verandah/contract/telemetry/telemetry.ts";

import { reloadOutdatedPage } from "./outdated-page.ts";

/** `live`: changes arrive by themselves. `connecting`: not yet, or not again; polling continues meanwhile. */
export type LiveState = "connecting" | "live" | "offline";

const RETRY_FIRST_MS = 1_000;
const RETRY_MAX_MS = 30_000;
/** Failures in a row after which the connection counts as lost. */
const OFFLINE_AFTER_FAILURES = 2;
/** A hidden page keeps its stream this long, ms; browsers allow few streams to one server. */
const HIDDEN_KEEP_MS = 60_000;
/** Pause before another try to replace a stream that goes on, ms. */
const ANOTHER_AFTER_MS = 5_000;
/** The parts of a screen register their devices one after the other, ms. */
const GATHER_MS = 50;

const eventNames: readonly LiveEventName[] = [
  "hello",
  "heartbeat",
  "metrics",
  "statuses",
  "readings",
  "command",
  "changed",
  "session-over",
];

interface Listener {
  onEvent: (event: LiveEvent) => void;
  /** The stream is live. `missed`: devices whose values were not in a stream until now, or `all` after it was lost. */
  onLive: (missed: "all" | readonly string[]) => void;
  /** The stream broke, or was closed because the page is hidden. `wasLive`: until now it was live. */
  onDown: (state: Exclude<LiveState, "live">, wasLive: boolean) => void;
  /** The stream broke. The session may have ended, which the stream cannot report. */
  onBroken: () => void;
}

interface LiveStream {
  /** Follows a building, and the devices that are registered, until the returned function is called. */
  start: (buildingId: number | undefined) => () => void;
  /** Registers devices until the returned function is called. */
  follow: (ssids: readonly string[]) => () => void;
  /** Whether changes arrive by themselves. */
  isLive: () => boolean;
}

interface Opened {
  readonly source: EventSource;
  readonly devices: readonly string[];
  silence?: ReturnType<typeof setTimeout>;
}

const includesAll = (devices: readonly string[], wanted: readonly string[]) =>
  wanted.every((ssid) => devices.includes(ssid));

/**
 * The one stream of a tab. When a screen needs more devices, another stream is opened, and the old one closes when the new one is live, so
 * that no value is lost. A stream that breaks, or is silent for `LIVE_SILENCE_MS`, is opened again after a pause that doubles up to 30 s.
 */
export function createLiveStream(listener: Listener): LiveStream {
  const interests = new Set<readonly string[]>();
  let building: number | undefined;
  let isStarted = false;
  /** The stream that delivers events, and the one that will replace it. */
  let live: Opened | undefined;
  let next: Opened | undefined;
  let wasLive = false;
  let failures = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let gathering: ReturnType<typeof setTimeout> | undefined;
  let hiding: ReturnType<typeof setTimeout> | undefined;

  function wantedDevices(): readonly string[] {
    return divideDevices([...new Set([...interests].flat())].toSorted())[0] ?? [];
  }

  function open(devices: readonly string[]): void {
    close(next);
    next = undefined;
    if (building === undefined && devices.length === 0) return;
    const query = new URLSearchParams();
    if (building !== undefined) query.set("building", String(building));
    if (devices.length > 0) query.set("devices", devices.join(","));
    const opened: Opened = { source: new EventSource(`${openLiveStream.path}?${query.toString()}`), devices };
    next = opened;
    watch(opened);
    opened.source.addEventListener("error", () => lose(opened));
    for (const name of eventNames)
      opened.source.addEventListener(name, ({ data }: MessageEvent<string>) => receive(opened, name, data));
  }

  function close(opened: Opened | undefined): void {
    clearTimeout(opened?.silence);
    opened?.source.close();
  }

  function closeAll(): void {
    clearTimeout(retry);
    retry = undefined;
    close(live);
    close(next);
    live = undefined;
    next = undefined;
  }

  function watch(opened: Opened): void {
    clearTimeout(opened.silence);
    opened.silence = setTimeout(() => lose(opened), LIVE_SILENCE_MS);
  }

  function receive(opened: Opened, name: LiveEventName, text: string): void {
    if (opened !== live && opened !== next) return;
    watch(opened);
    let event: LiveEvent;
    try {
      event = { name, data: JSON.parse(text) };
    } catch {
      return;
    }
    if (event.name === "hello") {
      takeOver(opened);
      reloadOutdatedPage(event.data.page);
    } else listener.onEvent(event);
  }

  function takeOver(opened: Opened): void {
    const known = live?.devices ?? [];
    const isGap = wasLive && live === undefined;
    if (live !== opened) close(live);
    live = opened;
    next = undefined;
    wasLive = true;
    failures = 0;
    listener.onLive(isGap ? "all" : opened.devices.filter((ssid) => !known.includes(ssid)));
    update();
  }

  function lose(opened: Opened): void {
    if (opened !== live && opened !== next) return;
    const wasOpen = opened === live;
    close(opened);
    if (wasOpen) live = undefined;
    else next = undefined;
    if (live) {
      clearTimeout(gathering);
      gathering = setTimeout(update, ANOTHER_AFTER_MS);
      return;
    }
    failures += 1;
    listener.onDown(failures > OFFLINE_AFTER_FAILURES ? "offline" : "connecting", wasOpen);
    listener.onBroken();
    if (next) return;
    const pauseMs = Math.min(RETRY_FIRST_MS * 2 ** (failures - 1), RETRY_MAX_MS);
    // All browsers of a building lose a restarted server at the same time, and must not all reconnect at the same time.
    retry = setTimeout(connect, pauseMs * (0.75 + Math.random() / 2));
  }

  function connect(): void {
    closeAll();
    open(wantedDevices());
  }

  /** Opens a stream for the registered devices, unless the current one covers them or a retry is due. */
  function update(): void {
    if (!isStarted || retry !== undefined || document.visibilityState === "hidden") return;
    const wanted = wantedDevices();
    const latest = next ?? live;
    if (latest && includesAll(latest.devices, wanted)) return;
    open(wanted);
  }

  function reconnectNow(): void {
    if (live?.source.readyState !== EventSource.OPEN) connect();
  }

  function onVisibility(): void {
    clearTimeout(hiding);
    if (document.visibilityState === "hidden")
      hiding = setTimeout(() => {
        const wasOpen = live !== undefined;
        closeAll();
        listener.onDown("connecting", wasOpen);
      }, HIDDEN_KEEP_MS);
    else {
      reconnectNow();
      update();
    }
  }

  return {
    start(buildingId) {
      building = buildingId;
      isStarted = true;
      wasLive = false;
      failures = 0;
      window.addEventListener("online", reconnectNow);
      document.addEventListener("visibilitychange", onVisibility);
      connect();
      return () => {
        isStarted = false;
        window.removeEventListener("online", reconnectNow);
        document.removeEventListener("visibilitychange", onVisibility);
        clearTimeout(gathering);
        clearTimeout(hiding);
        closeAll();
      };
    },
    follow(ssids) {
      interests.add(ssids);
      clearTimeout(gathering);
      gathering = setTimeout(update, GATHER_MS);
      return () => void interests.delete(ssids);
    },
    isLive: () => live !== undefined,
  };
}
