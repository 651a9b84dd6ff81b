import type { UpTopic } from "@verandah/field/topics.ts";

/** A message that the server has not acknowledged. */
export interface PendingMessage {
  readonly seq: number;
  readonly kind: UpTopic;
  readonly bytes: number;
  /** Undefined when it is on disk only. */
  payload: string | undefined;
  isStored: boolean;
  isInFlight: boolean;
}

/** Unacknowledged messages by number, with their size in bytes. */
export class PendingMessages {
  readonly #messages = new Map<number, PendingMessage>();
  readonly #unstored = new Set<PendingMessage>();
  #bytes = 0;
  #unstoredBytes = 0;

  get size(): number {
    return this.#messages.size;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Bytes of the messages that are not on disk. */
  get unstoredBytes(): number {
    return this.#unstoredBytes;
  }

  add(message: PendingMessage): void {
    this.#messages.set(message.seq, message);
    this.#bytes += message.bytes;
    if (!message.isStored) this.unstore(message);
  }

  get(seq: number | undefined): PendingMessage | undefined {
    return seq === undefined ? undefined : this.#messages.get(seq);
  }

  has(seq: number): boolean {
    return this.#messages.has(seq);
  }

  all(): PendingMessage[] {
    return [...this.#messages.values()];
  }

  unstored(): PendingMessage[] {
    return [...this.#unstored];
  }

  remove(message: PendingMessage): void {
    if (!this.#messages.delete(message.seq)) return;
    this.#bytes -= message.bytes;
    if (this.#unstored.delete(message)) this.#unstoredBytes -= message.bytes;
  }

  /** Marks a message as stored on disk. */
  store(message: PendingMessage): void {
    if (this.#unstored.delete(message)) this.#unstoredBytes -= message.bytes;
    message.isStored = true;
    if (!message.isInFlight) message.payload = undefined;
  }

  /** Marks a message as not stored on disk. */
  unstore(message: PendingMessage): void {
    message.isStored = false;
    this.#unstored.add(message);
    this.#unstoredBytes += message.bytes;
  }
}
