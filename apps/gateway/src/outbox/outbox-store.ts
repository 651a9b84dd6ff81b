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

/** SQLite's primary result codes for a file that is no good. Source: sqlite.org/rescode.html. */
const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;
/** Numbers are reserved in blocks, so that one is never used twice although most messages never touch the disk. */
const SEQ_BLOCK = 1_000;
/** Damaged files kept for whoever wants to look; older ones are removed. */
const DAMAGED_KEPT = 2;

/** Share of the room that the write-ahead log may take, and the most of it. */
const WAL_SHARE = 1 / 4;
const WAL_MAX_BYTES = 4 * 1_024 * 1_024;
/** Least room of an outbox: the tables themselves and a few messages. */
export const OUTBOX_MIN_BYTES = 262_144;
/** The index of the write-ahead log. Source: sqlite.org/walformat.html §2. */
const WAL_INDEX_BYTES = 32_768;
const PAGE_BYTES = 4_096;
/** A page in the log. Source: sqlite.org/walformat.html §1. */
const FRAME_BYTES = PAGE_BYTES + 24;

/** Whether the file itself is damaged, as opposed to a full disk or a lock. */
export function isDamage(error: unknown): boolean {
  if (!(error instanceof Error) || !("errcode" in error) || typeof error.errcode !== "number") return false;
  const primary = error.errcode & 0xff;
  return primary === SQLITE_CORRUPT || primary === SQLITE_NOTADB;
}

/**
 * The gateway's memory on disk: messages not yet acknowledged, the numbering, and the commands seen. WAL with `synchronous = full`: a
 * message that was put is still there after a power cut. File, log and index together stay within `maxBytes` when room is made after each
 * portion, as long as a message is no larger than a sixteenth of it, or than 1 MiB.
 */
export class OutboxStore {
  readonly file: string;
  readonly #walBytes: number;
  /** Most that is inserted in one transaction; pages that are half full take twice as much. */
  readonly #portionBytes: number;
  readonly #usableBytes: number;
  #db: DatabaseSync;
  #statements: Map<string, StatementSync> = new Map();
  #epoch = "";
  #nextSeq = 0;
  #reservedBelow = 0;
  /** Damaged files that were set aside since the start. */
  damaged = 0;
  /** Messages given up, in all the runs that this file has seen. A damaged file found at the start counts as one: nobody can tell. */
  #dropped = 0;

  constructor(file: string, maxBytes: number) {
    this.file = file;
    this.#walBytes = Math.min(WAL_MAX_BYTES, maxBytes * WAL_SHARE);
    this.#portionBytes = this.#walBytes / 4;
    // What is inserted grows the file before room is made for it.
    this.#usableBytes = maxBytes - this.#walBytes - WAL_INDEX_BYTES - 2 * this.#portionBytes;
    mkdirSync(dirname(file), { recursive: true });
    try {
      this.#db = this.#open();
    } catch (error) {
      if (!isDamage(error)) throw error;
      this.#db = this.#startAnew();
      this.noteDropped(1);
    }
  }

  get dropped(): number {
    return this.#dropped;
  }

  /** Remembers how many messages were given up until now. */
  noteDropped(dropped: number): void {
    if (dropped === this.#dropped) return;
    this.#setMeta("dropped", String(dropped));
    this.#dropped = dropped;
  }

  /** Drawn anew when the memory was lost. */
  get epoch(): string {
    return this.#epoch;
  }

  #open(): DatabaseSync {
    const db = new DatabaseSync(this.file);
    try {
      // Half of the log is for what is written before it is looked at.
      const pages = Math.floor(this.#walBytes / 2 / FRAME_BYTES);
      db.exec("pragma journal_mode = wal; pragma synchronous = full");
      db.exec(`pragma wal_autocheckpoint = ${pages}; pragma journal_size_limit = ${this.#walBytes}`);
      // What a killed process has left beside the file: damage there must not take along what was counted long ago.
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

  /** Sets the damaged file aside and begins with an empty one and a new epoch. */
  #startAnew(): DatabaseSync {
    const folder = dirname(this.file);
    const stem = `${basename(this.file)}.damaged-`;
    const aside = `${this.file}.damaged-${Date.now()}`;
    renameSync(this.file, aside);
    for (const end of ["-wal", "-shm"]) rmSync(this.file + end, { force: true });
    const old = readdirSync(folder)
      .filter((name) => name.startsWith(stem))
      .toSorted()
      .slice(0, -DAMAGED_KEPT);
    for (const name of old) rmSync(join(folder, name), { force: true });
    this.damaged++;
    return this.#open();
  }

  /** Goes on with an empty file after damage showed while running. */
  recover(): void {
    try {
      this.#db.close();
    } catch {
      // A handle on a damaged file may refuse to close; the file is set aside all the same.
    }
    const next = this.#nextSeq;
    this.#db = this.#startAnew();
    // Messages in memory keep their numbers; new ones must not meet them.
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
        // The first error tells more.
      }
      throw error;
    }
  }

  /** The next number, never given before in this epoch. @throws when the disk does not take the reservation */
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

  /** Bytes that may still be inserted; below 0 so many have to go. Pages that were freed are used again. */
  room(): number {
    const pages = this.#count("page_count") - this.#count("freelist_count");
    return this.#usableBytes - pages * PAGE_BYTES;
  }

  #count(pragma: "page_count" | "freelist_count"): number {
    return Number(this.#run(`pragma ${pragma}`).get()?.[pragma]);
  }

  /** The messages in portions, each of which one `insert` may take. */
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

  /** All messages by number, without what they say. */
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

  /** Notes a command; false when it was seen before. */
  noteCommand(id: string, atMs: number): boolean {
    return this.#run("insert or ignore into commands (id, at) values (?, ?)").run(id, atMs).changes === 1;
  }

  endCommand(id: string): void {
    this.#run("update commands set ended = 1 where id = ?").run(id);
  }

  /** Commands that were begun and never ended. */
  openCommands(): string[] {
    return this.#run("select id from commands where ended = 0")
      .all()
      .map((row) => String(row.id));
  }

  forgetCommandsBefore(atMs: number): void {
    this.#run("delete from commands where at < ? and ended = 1").run(atMs);
  }

  close(): void {
    this.#statements.clear();
    this.#db.close();
  }
}
