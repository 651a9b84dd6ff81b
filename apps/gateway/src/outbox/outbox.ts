import type { UpTopic } from "@verandah/field/topics.ts";

import type { CommandJournal } from "../commands/command-executor.ts";
import { isDamage, OutboxStore, type StoredMessage } from "./outbox-store.ts";
import { type PendingMessage, PendingMessages } from "./pending-messages.ts";

export interface OutboxOptions {
  file: string;
  /** Maximum size of the outbox's files together, without replaced damaged files. */
  maxBytes: number;
  /** A message that is unacknowledged for this time is written to disk even while connected, ms. */
  graceMs: number;
  /** Sends one message. Resolves when the broker has acknowledged it; rejects when that is unknown. */
  send: (kind: UpTopic, payload: string) => Promise<void>;
  isConnected: () => boolean;
  onFailure: (text: string, error: unknown) => void;
}

const IN_FLIGHT_MAX = 8;
/** Interval of the transaction that deletes acknowledged messages from the disk, ms. A lost deletion only causes a resend. */
const SWEEP_MS = 1_000;
/** Delay before a rejected message is sent again on a working link, ms. */
const RETRY_MS = 200;
/** Maximum bytes in memory while the disk rejects writes. */
const MEMORY_MAX_BYTES = 16 * 1_024 * 1_024;

/**
 * Queues messages for the server. While connected, a message is written to disk only if it is not acknowledged within the grace period.
 * While disconnected, it is on disk before `put` returns. The newest is sent first, so that live values do not wait behind a backlog. A
 * message is deleted only after its acknowledgement, or dropped when the outbox is full.
 */
export class Outbox {
  readonly #options: OutboxOptions;
  readonly #store: OutboxStore;
  readonly #entries = new PendingMessages();
  /** Pending readings by ascending number: the newest is at the end. */
  #pendingReadings: number[] = [];
  /** Pending results by ascending number. The oldest is sent first, so that "acknowledged" precedes "verified". */
  #pendingResults: number[] = [];
  #inFlight = 0;
  #dropped = 0;
  #acknowledgedOnDisk: number[] = [];
  readonly #sweep: NodeJS.Timeout;
  #isClosed = false;

  constructor(options: OutboxOptions) {
    this.#options = options;
    this.#store = new OutboxStore(options.file, options.maxBytes);
    this.#dropped = this.#store.dropped;
    if (this.#store.damaged > 0)
      options.onFailure("The outbox was damaged; its file was renamed and a new one created", undefined);
    for (const head of this.#store.heads())
      this.#add({ ...head, payload: undefined, isStored: true, isInFlight: false });
    this.#sweep = setInterval(() => this.#flush(), SWEEP_MS);
  }

  get pending(): number {
    return this.#entries.size;
  }

  /** Messages dropped because the outbox was full or its file damaged, including earlier runs. */
  get dropped(): number {
    return this.#dropped;
  }

  get damaged(): number {
    return this.#store.damaged;
  }

  /** Adds a message. `write` receives its epoch and number, and returns the payload. */
  put(kind: "readings" | "results", write: (stamp: { epoch: string; seq: number }) => string): void {
    const seq = this.#onDisk(() => this.#store.takeSeq());
    if (seq === undefined) {
      this.#dropped++;
      return;
    }
    const payload = write({ epoch: this.#store.epoch, seq });
    const entry: PendingMessage = {
      seq,
      kind,
      bytes: Buffer.byteLength(payload),
      payload,
      isStored: false,
      isInFlight: false,
    };
    this.#add(entry);
    // Results are rare and must not be lost, so they are always written to disk.
    if (!this.#options.isConnected() || kind === "results") this.#storeAll();
    else setTimeout(() => this.#storeLate(entry), this.#options.graceMs);
    this.#makeRoom();
    this.sendPending();
  }

  /** The record of received commands. While the disk rejects writes, each delivery of a command is executed. */
  get journal(): CommandJournal {
    return {
      recordCommand: (id, atMs) => this.#onDisk(() => this.#store.recordCommand(id, atMs)) ?? true,
      endCommand: (id) => this.#onDisk(() => this.#store.endCommand(id)),
      openCommands: () => this.#onDisk(() => this.#store.openCommands()) ?? [],
      deleteCommandsBefore: (atMs) => this.#onDisk(() => this.#store.deleteCommandsBefore(atMs)),
    };
  }

  /** Sends pending messages, at most `IN_FLIGHT_MAX` at once. Also called after each connect. */
  sendPending(): void {
    while (!this.#isClosed && this.#options.isConnected() && this.#inFlight < IN_FLIGHT_MAX) {
      const seq = this.#pendingResults.shift() ?? this.#pendingReadings.pop();
      if (seq === undefined) return;
      const entry = this.#entries.get(seq);
      if (!entry) continue;
      const payload = entry.payload ?? this.#onDisk(() => this.#store.payload(seq));
      if (payload === undefined) {
        this.#entries.remove(entry);
        this.#dropped++;
        continue;
      }
      this.#send(entry, payload);
    }
  }

  #send(entry: PendingMessage, payload: string): void {
    entry.isInFlight = true;
    // Stays in memory until the acknowledgement, because the file may be damaged before.
    entry.payload = payload;
    this.#inFlight++;
    this.#options.send(entry.kind, payload).then(
      () => {
        this.#inFlight--;
        this.#entries.remove(entry);
        if (entry.isStored) this.#acknowledgedOnDisk.push(entry.seq);
        this.sendPending();
      },
      () => {
        this.#inFlight--;
        entry.isInFlight = false;
        if (entry.isStored) entry.payload = undefined;
        if (!this.#entries.has(entry.seq)) return;
        this.#enqueue(entry);
        if (this.#isClosed) return;
        this.#storeAll();
        setTimeout(() => this.sendPending(), RETRY_MS);
      },
    );
  }

  /** Writes all messages in memory to disk. Called when the link goes down. */
  storeAll(): void {
    this.#storeAll();
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearInterval(this.#sweep);
    this.#storeAll();
    this.#flush();
    this.#store.close();
  }

  #add(entry: PendingMessage): void {
    this.#entries.add(entry);
    this.#enqueue(entry);
  }

  #enqueue({ seq, kind }: PendingMessage): void {
    const queue = kind === "results" ? this.#pendingResults : this.#pendingReadings;
    let at = queue.length;
    while (at > 0 && (queue[at - 1] ?? 0) > seq) at--;
    queue.splice(at, 0, seq);
  }

  #storeLate(entry: PendingMessage): void {
    if (!this.#isClosed && this.#entries.has(entry.seq) && !entry.isStored) this.#storeAll();
  }

  #storeAll(): void {
    for (const portion of this.#store.portions(this.#entries.unstored())) {
      if (!this.#storePortion(portion)) return;
      this.#makeRoom();
    }
  }

  #storePortion(portion: readonly PendingMessage[]): boolean {
    const messages = portion.flatMap(({ seq, kind, payload }): StoredMessage[] =>
      payload === undefined ? [] : [{ seq, kind, payload }],
    );
    const isDone = this.#onDisk(() => {
      this.#store.insert(messages);
      return true;
    });
    if (!isDone) return false;
    for (const entry of portion) this.#entries.store(entry);
    return true;
  }

  #flush(): void {
    this.#removeAcknowledged();
    this.#storeDropped();
  }

  /** Writes the count to disk, so that it survives a restart. */
  #storeDropped(): void {
    this.#onDisk(() => this.#store.storeDropped(this.#dropped));
  }

  #removeAcknowledged(): void {
    const seqs = this.#acknowledgedOnDisk;
    if (seqs.length === 0) return;
    this.#acknowledgedOnDisk = [];
    this.#onDisk(() => this.#store.delete(seqs));
  }

  /** Drops the oldest messages that are not in flight until the rest fits. */
  #makeRoom(): void {
    const droppedBefore = this.#dropped;
    for (;;) {
      const tooMuch = Math.max(
        this.#entries.unstoredBytes - MEMORY_MAX_BYTES,
        -(this.#onDisk(() => this.#store.freeBytes()) ?? 0),
      );
      if (tooMuch <= 0 || !this.#dropOldest(tooMuch)) break;
    }
    if (this.#dropped === droppedBefore) return;
    this.#storeDropped();
    this.#options.onFailure(
      `The outbox is full: ${this.#dropped} messages dropped, the oldest first`,
      undefined,
    );
  }

  /** Drops the oldest messages of at least `bytes`. @returns false when no message is left to drop, or the disk rejects it */
  #dropOldest(bytes: number): boolean {
    const until = this.#entries.bytes - bytes;
    while (this.#entries.bytes > until) {
      const entry = this.#entries.get(this.#pendingReadings.shift());
      if (!entry) return false;
      this.#entries.remove(entry);
      if (entry.isStored) this.#acknowledgedOnDisk.push(entry.seq);
      this.#dropped++;
    }
    this.#removeAcknowledged();
    return true;
  }

  /** Runs `work`. After damage it replaces the file and runs `work` again. Returns undefined when the disk rejects it. */
  #onDisk<T>(work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      if (!isDamage(error)) {
        this.#options.onFailure("The outbox cannot write", error);
        return undefined;
      }
      this.#options.onFailure("The outbox is damaged; its file is renamed and a new one created", error);
    }
    try {
      this.#recover();
      return work();
    } catch (error) {
      this.#options.onFailure("The outbox cannot write", error);
      return undefined;
    }
  }

  #recover(): void {
    this.#store.recover();
    for (const entry of this.#entries.all()) {
      if (!entry.isStored) continue;
      if (entry.isInFlight) this.#entries.unstore(entry);
      else {
        this.#entries.remove(entry);
        this.#dropped++;
      }
    }
    this.#acknowledgedOnDisk = [];
    this.#pendingReadings = this.#pendingReadings.filter((seq) => this.#entries.has(seq));
    this.#pendingResults = this.#pendingResults.filter((seq) => this.#entries.has(seq));
  }
}
