/** Shows a line of text during the start. */
export type ShowLine = (text: string) => void;

/** A step that ends within this time is not reported, ms. */
const REPORT_AFTER_MS = 2_000;
/** Interval between two reports of a step, ms. */
const REPORT_EVERY_MS = 10_000;

/** Returns the result of `work`. Until then it reports the step and how long it has been running. @throws the error of `work` */
export async function reportProgress<T>(showLine: ShowLine, step: string, work: Promise<T>): Promise<T> {
  const beganMs = performance.now();
  let timer = setTimeout(report, REPORT_AFTER_MS);
  function report(): void {
    showLine(`${step}: ${Math.round((performance.now() - beganMs) / 1_000)} s`);
    timer = setTimeout(report, REPORT_EVERY_MS);
  }
  try {
    return await work;
  } finally {
    clearTimeout(timer);
  }
}
