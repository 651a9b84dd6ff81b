import { closeSync, existsSync, fstatSync, openSync, renameSync, writeSync } from "node:fs";

/** Size at which a log is rotated; one older file is kept, bytes. */
const LOG_BYTES_MAX = 10 * 1024 * 1024;
/** Delay before a failed write to a log is repeated, ms. */
const RETRY_MS = 5_000;

/**
 * A log to which lines are appended, and which is renamed to `<file>.1` when it is large. While the disk is full (or the file is not
 * writable for another reason) lines are dropped and counted; the next line states how many.
 */
export class LogFile {
  readonly #file: string;
  #handle: number | undefined;
  #size = 0;
  #droppedLines = 0;
  #retryAtMs = Number.NEGATIVE_INFINITY;

  constructor(file: string) {
    this.#file = file;
  }

  /** Number of dropped lines since the last written one. */
  get droppedLines(): number {
    return this.#droppedLines;
  }

  write(text: string): void {
    if (performance.now() < this.#retryAtMs) return this.#drop(text);
    try {
      this.#append(this.#droppedLines > 0 ? `${this.#note()}\n${text}` : text);
      this.#droppedLines = 0;
    } catch {
      this.#close();
      this.#retryAtMs = performance.now() + RETRY_MS;
      this.#drop(text);
    }
  }

  #note(): string {
    const lines = this.#droppedLines;
    return JSON.stringify({
      level: 40,
      time: Date.now(),
      lines,
      msg: "Log lines were dropped: the log could not be written",
    });
  }

  #append(text: string): void {
    if (this.#size > LOG_BYTES_MAX) this.#rotate();
    this.#handle ??= this.#open();
    this.#size += writeSync(this.#handle, text);
  }

  #drop(text: string): void {
    this.#droppedLines += Math.max(1, text.split("\n").length - 1);
  }

  #open(): number {
    const handle = openSync(this.#file, "a", 0o600);
    this.#size = fstatSync(handle).size;
    return handle;
  }

  #rotate(): void {
    this.#close();
    if (existsSync(this.#file)) renameSync(this.#file, `${this.#file}.1`);
    this.#size = 0;
  }

  #close(): void {
    if (this.#handle === undefined) return;
    const handle = this.#handle;
    this.#handle = undefined;
    closeSync(handle);
  }
}
