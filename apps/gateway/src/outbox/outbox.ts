import type { UpTopic } from "@verandah/field/topics.ts";

import type { CommandJournal } from "../commands/command-executor.ts";
import { type HeldMessage, HeldMessages } from "./held-messages.ts";
import { isDamage, OutboxStore, type StoredMessage } from "./outbox-store.ts";

export interface OutboxOptions {
  file: string;
  /** Most that lies on disk, all files of the outbox together but those that were damaged and set aside. */
  maxBytes: number;
  /** A message not acknowledged by then is written to disk even while connected, ms. */
  graceMs: number;
  /** Sends one message; settles when the broker has acknowledged it, is rejected when that cannot be known. */
  send: (kind: UpTopic, payload: string) => Promise<void>;
  isConnected: () => boolean;
  onTrouble: (text: string, error: unknown) => void;
}

const IN_FLIGHT_MAX = 8;
/** Acknowledged messages are removed from the disk in one transaction this often, ms: a lost removal only means a resend. */
const SWEEP_MS = 1_000;
/** A refused message waits this long before it is tried again on a link that is up, ms. */
const RETRY_MS = 200;
/** When the disk takes nothing, this much is kept in memory. */
const MEMORY_MAX_BYTES = 16 * 1_024 * 1_024;

/**
 * Messages on their way to the server. While connected they go straight out and touch the disk only when no acknowledgement comes within
 * the grace; while not connected they are on disk before `put` returns. The newest go first, so that live values never wait behind a
 * backlog. A message is forgotten only when it is acknowledged, or when there is no more room.
 */
export class Outbox {
  readonly #options: OutboxOptions;
  readonly #store: OutboxStore;
  readonly #entries = new HeldMessages();
  /** Readings that wait to be sent, by ascending number: the newest is at the end. */
  #waiting: number[] = [];
  /** Results that wait, likewise; they go oldest first, so that "verified" never overtakes "acknowledged". */
  #waitingResults: number[] = [];
  #flying = 0;
  #dropped = 0;
  #acknowledgedOnDisk: number[] = [];
  readonly #sweep: NodeJS.Timeout;
  #isClosed = false;

  constructor(options: OutboxOptions) {
    this.#options = options;
    this.#store = new OutboxStore(options.file, options.maxBytes);
    this.#dropped = this.#store.dropped;
    if (this.#store.damaged > 0)
      options.onTrouble("The outbox was damaged; set aside and begun anew", undefined);
    for (const head of this.#store.heads())
      this.#add({ ...head, payload: undefined, isStored: true, isFlying: false });
    this.#sweep = setInterval(() => this.#tidy(), SWEEP_MS);
  }

  get pending(): number {
    return this.#entries.size;
  }

  /** Messages given up for lack of room or with a damaged file, in earlier runs too. */
  get dropped(): number {
    return this.#dropped;
  }

  get damaged(): number {
    return this.#store.damaged;
  }

  /** Takes a message; `write` is given the epoch and number that it must carry. */
  put(kind: "readings" | "results", write: (stamp: { epoch: string; seq: number }) => string): void {
    const seq = this.#onDisk(() => this.#store.takeSeq());
    if (seq === undefined) {
      this.#dropped++;
      return;
    }
    const payload = write({ epoch: this.#store.epoch, seq });
    const entry: HeldMessage = {
      seq,
      kind,
      bytes: Buffer.byteLength(payload),
      payload,
      isStored: false,
      isFlying: false,
    };
    this.#add(entry);
    // A result is rare and said once: it is never risked.
    if (!this.#options.isConnected() || kind === "results") this.#storeAll();
    else setTimeout(() => this.#storeLate(entry), this.#options.graceMs);
    this.#makeRoom();
    this.pump();
  }

  /** The memory of commands; when the disk takes nothing a command is carried out all the same, once per delivery. */
  get journal(): CommandJournal {
    return {
      noteCommand: (id, atMs) => this.#onDisk(() => this.#store.noteCommand(id, atMs)) ?? true,
      endCommand: (id) => this.#onDisk(() => this.#store.endCommand(id)),
      openCommands: () => this.#onDisk(() => this.#store.openCommands()) ?? [],
      forgetCommandsBefore: (atMs) => this.#onDisk(() => this.#store.forgetCommandsBefore(atMs)),
    };
  }

  /** Sends what may be sent now; called on each connection too. */
  pump(): void {
    while (!this.#isClosed && this.#options.isConnected() && this.#flying < IN_FLIGHT_MAX) {
      const seq = this.#waitingResults.shift() ?? this.#waiting.pop();
      if (seq === undefined) return;
      const entry = this.#entries.get(seq);
      if (!entry) continue;
      const payload = entry.payload ?? this.#onDisk(() => this.#store.payload(seq));
      if (payload === undefined) {
        this.#entries.forget(entry);
        this.#dropped++;
        continue;
      }
      this.#fly(entry, payload);
    }
  }

  #fly(entry: HeldMessage, payload: string): void {
    entry.isFlying = true;
    // Kept until it has landed: the file may turn out damaged meanwhile.
    entry.payload = payload;
    this.#flying++;
    this.#options.send(entry.kind, payload).then(
      () => {
        this.#flying--;
        this.#entries.forget(entry);
        if (entry.isStored) this.#acknowledgedOnDisk.push(entry.seq);
        this.pump();
      },
      () => {
        this.#flying--;
        entry.isFlying = false;
        if (entry.isStored) entry.payload = undefined;
        if (!this.#entries.has(entry.seq)) return;
        this.#wait(entry);
        if (this.#isClosed) return;
        this.#storeAll();
        setTimeout(() => this.pump(), RETRY_MS);
      },
    );
  }

  /** Writes everything to disk that is in memory only; called when the link goes down. */
  keep(): void {
    this.#storeAll();
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearInterval(this.#sweep);
    this.#storeAll();
    this.#tidy();
    this.#store.close();
  }

  #add(entry: HeldMessage): void {
    this.#entries.add(entry);
    this.#wait(entry);
  }

  #wait({ seq, kind }: HeldMessage): void {
    const queue = kind === "results" ? this.#waitingResults : this.#waiting;
    let at = queue.length;
    while (at > 0 && (queue[at - 1] ?? 0) > seq) at--;
    queue.splice(at, 0, seq);
  }

  #storeLate(entry: HeldMessage): void {
    if (!this.#isClosed && this.#entries.has(entry.seq) && !entry.isStored) this.#storeAll();
  }

  #storeAll(): void {
    for (const portion of this.#store.portions(this.#entries.unstored())) {
      if (!this.#storePortion(portion)) return;
      this.#makeRoom();
    }
  }

  #storePortion(portion: readonly HeldMessage[]): boolean {
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

  #tidy(): void {
    this.#removeAcknowledged();
    this.#noteDropped();
  }

  /** A restart must not make the count of what was lost begin anew. */
  #noteDropped(): void {
    this.#onDisk(() => this.#store.noteDropped(this.#dropped));
  }

  #removeAcknowledged(): void {
    const seqs = this.#acknowledgedOnDisk;
    if (seqs.length === 0) return;
    this.#acknowledgedOnDisk = [];
    this.#onDisk(() => this.#store.delete(seqs));
  }

  /** Drops the oldest that are not on their way until the rest fits. */
  #makeRoom(): void {
    const droppedBefore = this.#dropped;
    for (;;) {
      const tooMuch = Math.max(
        this.#entries.unstoredBytes - MEMORY_MAX_BYTES,
        -(this.#onDisk(() => this.#store.room()) ?? 0),
      );
      if (tooMuch <= 0 || !this.#dropOldest(tooMuch)) break;
    }
    if (this.#dropped === droppedBefore) return;
    this.#noteDropped();
    this.#options.onTrouble(
      `The outbox is full: ${this.#dropped} messages dropped, the oldest first`,
      undefined,
    );
  }

  /** Drops so many bytes of what is oldest. @returns false when nothing is left to drop, or the disk keeps it */
  #dropOldest(bytes: number): boolean {
    const until = this.#entries.bytes - bytes;
    while (this.#entries.bytes > until) {
      const entry = this.#entries.get(this.#waiting.shift());
      if (!entry) return false;
      this.#entries.forget(entry);
      if (entry.isStored) this.#acknowledgedOnDisk.push(entry.seq);
      this.#dropped++;
    }
    this.#removeAcknowledged();
    return true;
  }

  /** Runs `work`; a damaged file is set aside and `work` done once more on the new one. Undefined when the disk takes nothing. */
  #onDisk<T>(work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      if (!isDamage(error)) {
        this.#options.onTrouble("The outbox cannot write", error);
        return undefined;
      }
      this.#options.onTrouble("The outbox is damaged; set aside and begun anew", error);
    }
    try {
      this.#recover();
      return work();
    } catch (error) {
      this.#options.onTrouble("The outbox cannot write", error);
      return undefined;
    }
  }

  #recover(): void {
    this.#store.recover();
    for (const entry of this.#entries.all()) {
      if (!entry.isStored) continue;
      if (entry.isFlying) this.#entries.unstore(entry);
      else {
        this.#entries.forget(entry);
        this.#dropped++;
      }
    }
    this.#acknowledgedOnDisk = [];
    this.#waiting = this.#waiting.filter((seq) => this.#entries.has(seq));
    this.#waitingResults = this.#waitingResults.filter((seq) => this.#entries.has(seq));
  }
}
