import type { UpTopic } from "@verandah/field/topics.ts";

/** A message on its way. */
export interface HeldMessage {
  readonly seq: number;
  readonly kind: UpTopic;
  readonly bytes: number;
  /** Undefined when it is on disk only. */
  payload: string | undefined;
  isStored: boolean;
  isFlying: boolean;
}

/** The messages that are not acknowledged yet, by number, and how many bytes they are. */
export class HeldMessages {
  readonly #messages = new Map<number, HeldMessage>();
  readonly #unstored = new Set<HeldMessage>();
  #bytes = 0;
  #unstoredBytes = 0;

  get size(): number {
    return this.#messages.size;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Bytes of what no disk has taken yet. */
  get unstoredBytes(): number {
    return this.#unstoredBytes;
  }

  add(message: HeldMessage): void {
    this.#messages.set(message.seq, message);
    this.#bytes += message.bytes;
    if (!message.isStored) this.unstore(message);
  }

  get(seq: number | undefined): HeldMessage | undefined {
    return seq === undefined ? undefined : this.#messages.get(seq);
  }

  has(seq: number): boolean {
    return this.#messages.has(seq);
  }

  all(): HeldMessage[] {
    return [...this.#messages.values()];
  }

  unstored(): HeldMessage[] {
    return [...this.#unstored];
  }

  forget(message: HeldMessage): void {
    if (!this.#messages.delete(message.seq)) return;
    this.#bytes -= message.bytes;
    if (this.#unstored.delete(message)) this.#unstoredBytes -= message.bytes;
  }

  /** Notes that a message is on disk. */
  store(message: HeldMessage): void {
    if (this.#unstored.delete(message)) this.#unstoredBytes -= message.bytes;
    message.isStored = true;
    if (!message.isFlying) message.payload = undefined;
  }

  /** Notes that a message is not on disk, or no more. */
  unstore(message: HeldMessage): void {
    message.isStored = false;
    this.#unstored.add(message);
    this.#unstoredBytes += message.bytes;
  }
}
