import { z } from "zod";

/** Pino's level of an error. Source: pino's API, "level". */
const PINO_ERROR = 50;
/** Maximum lines of one program on the console per period; all of them are in its log. */
const LINES_MAX = 3;
const PERIOD_MS = 30_000;

/** Shows short versions of a program's errors on the console; its whole log is in a file. */
export class ErrorLines {
  readonly #print: (text: string) => void;
  readonly #program: string;
  #periodStartMs = Number.NEGATIVE_INFINITY;
  #shown = 0;
  #rest = "";

  constructor(program: string, print: (text: string) => void) {
    this.#program = program;
    this.#print = print;
  }

  /** Receives a part of the log (JSON lines, possibly incomplete). */
  read(text: string): void {
    const lines = (this.#rest + text).split("\n");
    this.#rest = lines.pop() ?? "";
    for (const line of lines) {
      const brief = briefOf(line);
      if (brief) this.show(brief);
    }
  }

  show(text: string): void {
    const nowMs = performance.now();
    if (nowMs - this.#periodStartMs > PERIOD_MS) {
      this.#periodStartMs = nowMs;
      this.#shown = 0;
    }
    this.#shown += 1;
    if (this.#shown > LINES_MAX) return;
    const more = this.#shown === LINES_MAX ? " (more in its log)" : "";
    this.#print(`${this.#program}: ${text}${more}`);
  }
}

const errorLine = z.object({
  level: z.number().min(PINO_ERROR),
  msg: z.string().optional(),
  err: z.object({ message: z.string() }).optional(),
});

function briefOf(line: string): string | undefined {
  // Most lines contain no error, and a busy program writes many.
  if (!line.startsWith("{") || !/"level":[56]\d\b/.test(line)) return undefined;
  try {
    const { data } = errorLine.safeParse(JSON.parse(line));
    return data && [data.msg, data.err?.message].filter(Boolean).join(": ");
  } catch {
    return undefined;
  }
}
