import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";

import type { UpTopic } from "@verandah/field/topics.ts";

export interface StoredMessage {
  seq: number;
  kind: UpTopic;
  payload: string;
}

export interface StoredHead {
  seq: number;
  kind: UpTopic;
  bytes: number;
}

/** SQLite's primary result codes for a damaged file. Source: sqlite.org/rescode.html. */
const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;
/** Numbers are reserved in blocks, so that a number is never used twice although most messages are never written to disk. */
const SEQ_BLOCK = 1_000;
/** Number of damaged files that are kept for analysis. */
const DAMAGED_KEPT = 2;

/** Share of the outbox that the write-ahead log may use, and its maximum. */
const WAL_SHARE = 1 / 4;
const WAL_MAX_BYTES = 4 * 1_024 * 1_024;
/** Minimum size of an outbox: the tables and a few messages. */
export const OUTBOX_MIN_BYTES = 262_144;
/** Size of the write-ahead log's index. Source: sqlite.org/walformat.html §2. */
const WAL_INDEX_BYTES = 32_768;
const PAGE_BYTES = 4_096;
/** Size of a page in the log. Source: sqlite.org/walformat.html §1. */
const FRAME_BYTES = PAGE_BYTES + 24;

/** Whether the file itself is damaged, as opposed to a full disk or a lock. */
export function isDamage(error: unknown): boolean {
  if (!(error instanceof Error) || !("errcode" in error) || typeof error.errcode !== "number") return false;
  const primary = error.errcode & 0xff;
  return primary === SQLITE_CORRUPT || primary === SQLITE_NOTADB;
}

/**
 * The gateway's data on disk: unacknowledged messages, their numbering, and received commands. WAL with `synchronous = full`: a message
 * survives a power failure after `insert`. File, log and index together stay within `maxBytes` if the caller deletes messages after each
 * portion until `freeBytes` is not negative, and if no message is larger than a sixteenth of `maxBytes` or 1 MiB.
 */
export class OutboxStore {
  readonly file: string;
  readonly #walBytes: number;
  /** Maximum bytes of messages per transaction. Half-full pages need twice as many bytes in the log. */
  readonly #portionBytes: number;
  readonly #usableBytes: number;
  #db: DatabaseSync;
  #statements: Map<string, StatementSync> = new Map();
  #epoch = "";
  #nextSeq = 0;
  #reservedBelow = 0;
  /** Number of damaged files replaced since the start. */
  damaged = 0;
  /** Messages dropped in all runs with this file. A file that was damaged at the start counts as one, because its content is unknown. */
  #dropped = 0;

  constructor(file: string, maxBytes: number) {
    this.file = file;
    this.#walBytes = Math.min(WAL_MAX_BYTES, maxBytes * WAL_SHARE);
    this.#portionBytes = this.#walBytes / 4;
    // The file grows with an insert before old messages are deleted.
    this.#usableBytes = maxBytes - this.#walBytes - WAL_INDEX_BYTES - 2 * this.#portionBytes;
    mkdirSync(dirname(file), { recursive: true });
    try {
      this.#db = this.#open();
    } catch (error) {
      if (!isDamage(error))
        throw new Error(
          `The outbox ${file} cannot be used: ${String(error)}. Check the free space of its disk, and its rights.`,
          { cause: error },
        );
      this.#db = this.#startEmpty();
      this.storeDropped(1);
    }
  }

  get dropped(): number {
    return this.#dropped;
  }

  /** Stores the number of messages dropped so far. */
  storeDropped(dropped: number): void {
    if (dropped === this.#dropped) return;
    this.#setMeta("dropped", String(dropped));
    this.#dropped = dropped;
  }

  /** A random value. It changes when the file is replaced. */
  get epoch(): string {
    return this.#epoch;
  }

  #open(): DatabaseSync {
    const db = new DatabaseSync(this.file);
    try {
      // Half of the log is for writes between two checkpoints.
      const pages = Math.floor(this.#walBytes / 2 / FRAME_BYTES);
      db.exec("pragma journal_mode = wal; pragma synchronous = full");
      db.exec(`pragma wal_autocheckpoint = ${pages}; pragma journal_size_limit = ${this.#walBytes}`);
      // Moves the log of a killed process into the file, so that later damage to the log does not lose older counts.
      db.exec("pragma wal_checkpoint(truncate)");
      const check = db.prepare("pragma quick_check(1)").get();
      if (check?.quick_check !== "ok")
        throw Object.assign(new Error("quick_check failed"), { errcode: SQLITE_CORRUPT });
      db.exec(`
        create table if not exists meta (key text primary key, value text not null) without rowid;
        create table if not exists messages (seq integer primary key, kind text not null, payload text not null);
        create table if not exists commands (id text primary key, at integer not null, ended integer not null default 0) without rowid;
      `);
    } catch (error) {
      db.close();
      throw error;
    }
    this.#db = db;
    this.#statements = new Map();
    this.#epoch = this.#meta("epoch") ?? randomUUID();
    this.#setMeta("epoch", this.#epoch);
    this.#nextSeq = Number(this.#meta("next-seq") ?? 1);
    this.#reservedBelow = this.#nextSeq;
    this.#dropped = Number(this.#meta("dropped") ?? 0);
    return db;
  }

  /** Renames the damaged file and creates an empty one with a new epoch. */
  #startEmpty(): DatabaseSync {
    const folder = dirname(this.file);
    const baseName = `${basename(this.file)}.damaged-`;
    const damagedFile = `${this.file}.damaged-${Date.now()}`;
    renameSync(this.file, damagedFile);
    for (const end of ["-wal", "-shm"]) rmSync(this.file + end, { force: true });
    const old = readdirSync(folder)
      .filter((name) => name.startsWith(baseName))
      .toSorted()
      .slice(0, -DAMAGED_KEPT);
    for (const name of old) rmSync(join(folder, name), { force: true });
    this.damaged++;
    return this.#open();
  }

  /** Replaces the file after damage during the run. */
  recover(): void {
    try {
      this.#db.close();
    } catch {
      // Closing a damaged file may fail; the file is renamed anyway.
    }
    const next = this.#nextSeq;
    this.#db = this.#startEmpty();
    // Messages in memory keep their numbers, and new numbers must not repeat them.
    this.#nextSeq = Math.max(next, this.#nextSeq);
  }

  #run(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (!statement) this.#statements.set(sql, (statement = this.#db.prepare(sql)));
    return statement;
  }

  #meta(key: string): string | undefined {
    const row = this.#run("select value from meta where key = ?").get(key);
    return row ? String(row.value) : undefined;
  }

  #setMeta(key: string, value: string): void {
    this.#run(
      "insert into meta (key, value) values (?, ?) on conflict (key) do update set value = excluded.value",
    ).run(key, value);
  }

  #transaction(work: () => void): void {
    this.#db.exec("begin immediate");
    try {
      work();
      this.#db.exec("commit");
    } catch (error) {
      try {
        this.#db.exec("rollback");
      } catch {
        // The first error is more informative.
      }
      throw error;
    }
  }

  /** The next number, unique in this epoch. @throws when the disk rejects the reservation */
  takeSeq(): number {
    if (this.#nextSeq >= this.#reservedBelow) {
      const below = this.#nextSeq + SEQ_BLOCK;
      this.#setMeta("next-seq", String(below));
      this.#reservedBelow = below;
    }
    return this.#nextSeq++;
  }

  insert(messages: readonly StoredMessage[]): void {
    this.#transaction(() => {
      const insert = this.#run("insert or replace into messages (seq, kind, payload) values (?, ?, ?)");
      for (const { seq, kind, payload } of messages) insert.run(seq, kind, payload);
    });
  }

  /** Bytes that may still be inserted; negative when messages must be deleted. Deleted pages are reused. */
  freeBytes(): number {
    const pages = this.#count("page_count") - this.#count("freelist_count");
    return this.#usableBytes - pages * PAGE_BYTES;
  }

  #count(pragma: "page_count" | "freelist_count"): number {
    return Number(this.#run(`pragma ${pragma}`).get()?.[pragma]);
  }

  /** Splits messages into portions for one `insert` each. */
  *portions<T extends { bytes: number }>(messages: readonly T[]): Generator<T[]> {
    let portion: T[] = [];
    let bytes = 0;
    for (const message of messages) {
      bytes += message.bytes;
      if (portion.length > 0 && bytes > this.#portionBytes) {
        yield portion;
        portion = [];
        bytes = message.bytes;
      }
      portion.push(message);
    }
    if (portion.length > 0) yield portion;
  }

  delete(seqs: readonly number[]): void {
    this.#transaction(() => {
      const remove = this.#run("delete from messages where seq = ?");
      for (const seq of seqs) remove.run(seq);
    });
  }

  payload(seq: number): string | undefined {
    const row = this.#run("select payload from messages where seq = ?").get(seq);
    return row ? String(row.payload) : undefined;
  }

  /** All messages by number, without their payload. */
  heads(): StoredHead[] {
    const rows = this.#run(
      "select seq, kind, length(cast(payload as blob)) as bytes from messages order by seq",
    ).all();
    return rows.map((row) => ({
      seq: Number(row.seq),
      kind: row.kind === "results" ? "results" : "readings",
      bytes: Number(row.bytes),
    }));
  }

  /** Records a command. @returns false when it was received before */
  recordCommand(id: string, atMs: number): boolean {
    return this.#run("insert or ignore into commands (id, at) values (?, ?)").run(id, atMs).changes === 1;
  }

  endCommand(id: string): void {
    this.#run("update commands set ended = 1 where id = ?").run(id);
  }

  /** Commands that have not ended. */
  openCommands(): string[] {
    return this.#run("select id from commands where ended = 0")
      .all()
      .map((row) => String(row.id));
  }

  deleteCommandsBefore(atMs: number): void {
    this.#run("delete from commands where at < ? and ended = 1").run(atMs);
  }

  close(): void {
    this.#statements.clear();
    this.#db.close();
  }
}
