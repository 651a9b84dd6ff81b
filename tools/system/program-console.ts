/** Maximum error lines of one program on the console per period; all of them are in its log. */
const LINES_MAX = 3;
const PERIOD_MS = 30_000;
/** Change of the share after which progress is reported again, and the longest interval of a slow step. */
const STEP_PERCENT = 20;
const SILENCE_MS = 15_000;

/** What the console shows of a program, at a readable rate: short versions of its errors, and its progress. */
export function createProgramConsole(name: string, print: (text: string) => void) {
  let periodStartMs = Number.NEGATIVE_INFINITY;
  let shown = 0;
  let rest = "";
  const progress = new Map<string, { percent: number; atMs: number }>();

  function showError(text: string): void {
    const nowMs = performance.now();
    if (nowMs - periodStartMs > PERIOD_MS) {
      periodStartMs = nowMs;
      shown = 0;
    }
    shown += 1;
    if (shown <= LINES_MAX) print(`${name}: ${text}${shown === LINES_MAX ? " (more in its log)" : ""}`);
  }

  /** Shows the errors in a part of its log (JSON lines, possibly incomplete). */
  function readLog(text: string): void {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const error of lines.map(errorIn)) if (error) showError(error);
  }

  function showProgress(text: string, done: number | undefined, total: number | undefined): void {
    if (done === undefined || !total) return print(text);
    const percent = Math.floor((done / total) * 100);
    const last = progress.get(text);
    const nowMs = performance.now();
    const isDue = !last || percent >= last.percent + STEP_PERCENT || nowMs - last.atMs > SILENCE_MS;
    if (last?.percent === percent || !(isDue || percent >= 100)) return;
    progress.set(text, { percent, atMs: nowMs });
    print(`${text}: ${percent} %`);
  }

  return { showError, readLog, showProgress };
}

/** The text of a log line with a level of 50 or more; undefined for others. Source: pino's API, "level". */
function errorIn(line: string): string | undefined {
  // Most lines contain no error, and a busy program writes many.
  if (!line.startsWith("{") || !/"level":[56]\d\b/.test(line)) return undefined;
  try {
    const { msg, err }: { msg?: string; err?: { message?: string } } = JSON.parse(line);
    return [msg, err?.message].filter(Boolean).join(": ");
  } catch {
    return undefined;
  }
}
