import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";

import { commandLine, end } from "../process/processes.ts";
import { StartError } from "../process/start-error.ts";

/** Programs of a killed start end by themselves; this is for those that hang. */
const leftOverSteps = { SIGTERM: 3_000, SIGKILL: 1_000 };
/** Source: sqlite.org/rescode.html. */
const SQLITE_BUSY = 5;
/** Size at which a log is renamed to `<file>.1`, which replaces an older one. */
const LOG_BYTES_MAX = 10 * 1024 * 1024;
const LOG_RETRY_MS = 5_000;

/** The data folder, while only this process works in it. */
export class DataFolder {
  readonly path: string;
  #lock: DatabaseSync | undefined;

  /** Creates the folder if necessary, and locks it. @throws StartError when another Verandah uses it, or it is not writable */
  constructor(folder: string) {
    this.path = folder;
    try {
      // Other accounts may enter it, because the database has a separate account, but not list it.
      mkdirSync(folder, { recursive: true, mode: 0o711 });
      for (const name of ["logs", "run"]) mkdirSync(this.file(name), { recursive: true, mode: 0o700 });
      // The operating system releases this lock with its process, so that no kill leaves a stale one.
      this.#lock = new DatabaseSync(this.file("in-use.lock"));
      this.#lock.exec("pragma journal_mode = memory; begin exclusive");
      writeFileSync(this.file("in-use-by"), String(process.pid));
    } catch (error) {
      this.release();
      if (error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY)
        throw new StartError(
          `The data folder ${folder} is in use by another Verandah (process ${readFileSync(this.file("in-use-by"), "utf8")}). ` +
            "Stop that one, or set DATA_DIR to another folder.",
        );
      throw new StartError(`The data folder ${folder} cannot be used: ${String(error)}. Set DATA_DIR.`);
    }
  }

  file(...parts: string[]): string {
    return path.join(this.path, ...parts);
  }

  /** Returns a function that appends to the program's log. Lines that cannot be written are dropped; the next one states how many. */
  openLog(program: string): (text: string) => void {
    const file = this.file("logs", `${program}.log`);
    let droppedLines = 0;
    let retryAtMs = Number.NEGATIVE_INFINITY;
    const noteDrops = () => {
      const msg = "Log lines were dropped: the log could not be written";
      return `${JSON.stringify({ level: 40, time: Date.now(), lines: droppedLines, msg })}\n`;
    };
    return (text) => {
      if (performance.now() >= retryAtMs)
        try {
          const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
          if (size > LOG_BYTES_MAX) renameSync(file, `${file}.1`);
          appendFileSync(file, (droppedLines > 0 ? noteDrops() : "") + text, { mode: 0o600 });
          droppedLines = 0;
          return;
        } catch {
          retryAtMs = performance.now() + LOG_RETRY_MS;
        }
      droppedLines += Math.max(1, text.split("\n").length - 1);
    };
  }

  /** Records a program, so that a start after a kill -9 can end it. @returns false when the disk rejects it */
  remember(program: string, pid: number): boolean {
    try {
      writeFileSync(this.file("run", program), String(pid));
      return true;
    } catch {
      return false;
    }
  }

  forget(program: string): void {
    rmSync(this.file("run", program), { force: true });
  }

  /** Ends the remaining programs of a killed start; `isOurs` checks a command line. */
  async endLeftOvers(isOurs: (command: string) => boolean): Promise<void> {
    const ends = readdirSync(this.file("run")).map(async (program) => {
      const pid = Number(readFileSync(this.file("run", program), "utf8"));
      if (pid > 1 && isOurs(commandLine(pid) ?? "")) await end(pid, leftOverSteps);
      this.forget(program);
    });
    await Promise.all(ends);
  }

  release(): void {
    this.#lock?.close();
  }
}
