import type { Screen } from "./screen.ts";
import type { MessageShape, Tag } from "./tags.ts";

/** A running peer, with all points configured, and its own broker. */
export interface Peer extends AsyncDisposable {
  /** Of the broker that it subscribes to. */
  readonly mqttPort: number;
  /** Of its only process; the broker is not part of the peer. */
  readonly pid: number;
  /** Values in its storage that are committed. */
  readonly countStored: () => number;
  /** A browser's connection that shows `tags`. */
  readonly openScreen: (tags: readonly Tag[]) => Promise<Screen>;
}

/** Starts a new peer, with nothing stored. */
export type StartPeer = (shape: MessageShape) => Promise<Peer>;
