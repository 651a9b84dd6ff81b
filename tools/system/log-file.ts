import { closeSync, existsSync, fstatSync, openSync, renameSync, writeSync } from "node:fs";

/** Size at which a log starts anew; one older file is kept, bytes. */
const LOG_BYTES_MAX = 10 * 1024 * 1024;

/** A log that is appended to, and moved aside to `<file>.1` when it has grown. */
export class LogFile {
  readonly #file: string;
  #handle: number;
  #size: number;

  constructor(file: string) {
    this.#file = file;
    this.#handle = openSync(file, "a", 0o600);
    this.#size = fstatSync(this.#handle).size;
  }

  write(text: string): void {
    if (this.#size > LOG_BYTES_MAX) this.#rotate();
    this.#size += writeSync(this.#handle, text);
  }

  #rotate(): void {
    closeSync(this.#handle);
    if (existsSync(this.#file)) renameSync(this.#file, `${this.#file}.1`);
    this.#handle = openSync(this.#file, "a", 0o600);
    this.#size = 0;
  }
}
