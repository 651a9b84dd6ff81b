import type { EdgeLink } from "@verandah/field/edge-link.ts";
import type { UpTopic } from "@verandah/field/topics.ts";

const IN_FLIGHT_MAX = 4;

/**
 * Messages of a small device until they are acknowledged, the oldest first. When memory is full, the oldest is dropped, but not the result of a
 * command: commands arrive only while the device is connected, so their number is limited.
 */
export class EdgeOutbox {
  readonly #memory: { kind: UpTopic; payload: string; isOnItsWay: boolean }[] = [];
  readonly #most: number;
  readonly #link: () => EdgeLink | undefined;

  constructor(most: number, link: () => EdgeLink | undefined) {
    this.#most = most;
    this.#link = link;
  }

  /** Messages not yet acknowledged. */
  get pending(): number {
    return this.#memory.length;
  }

  add(kind: UpTopic, payload: string): void {
    this.#memory.push({ kind, payload, isOnItsWay: false });
    if (this.#memory.length > this.#most) {
      const oldest = this.#memory.findIndex((entry) => entry.kind !== "results");
      if (oldest >= 0) this.#memory.splice(oldest, 1);
    }
    this.send();
  }

  send(): void {
    const link = this.#link();
    if (!link?.isConnected) return;
    for (const entry of this.#memory.slice(0, IN_FLIGHT_MAX)) {
      if (entry.isOnItsWay) continue;
      entry.isOnItsWay = true;
      link.publish(entry.kind, entry.payload).then(
        () => {
          const index = this.#memory.indexOf(entry);
          if (index >= 0) this.#memory.splice(index, 1);
          this.send();
        },
        () => {
          entry.isOnItsWay = false;
        },
      );
    }
  }
}
