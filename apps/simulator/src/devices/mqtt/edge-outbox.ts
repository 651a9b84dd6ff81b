import type { EdgeLink } from "@verandah/field/edge-link.ts";
import type { UpTopic } from "@verandah/field/topics.ts";

const IN_FLIGHT_MAX = 4;

/** What a small device remembers: messages until they are acknowledged, the oldest sent first and, when memory is full, lost first. */
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
    if (this.#memory.length > this.#most) this.#memory.shift();
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
