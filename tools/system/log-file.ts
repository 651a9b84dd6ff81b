import { appendFileSync, renameSync, statSync } from "node:fs";

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
  /** Since the last written line. */
  droppedLines = 0;
  #retryAtMs = Number.NEGATIVE_INFINITY;

  constructor(file: string) {
    this.#file = file;
  }

  write(text: string): void {
    try {
      if (performance.now() < this.#retryAtMs) return this.#drop(text);
      const size = statSync(this.#file, { throwIfNoEntry: false })?.size ?? 0;
      if (size > LOG_BYTES_MAX) renameSync(this.#file, `${this.#file}.1`);
      appendFileSync(this.#file, this.#note() + text, { mode: 0o600 });
      this.droppedLines = 0;
    } catch {
      this.#retryAtMs = performance.now() + RETRY_MS;
      this.#drop(text);
    }
  }

  #note(): string {
    if (this.droppedLines === 0) return "";
    const msg = "Log lines were dropped: the log could not be written";
    return `${JSON.stringify({ level: 40, time: Date.now(), lines: this.droppedLines, msg })}\n`;
  }

  #drop(text: string): void {
    this.droppedLines += Math.max(1, text.split("\n").length - 1);
  }
}
