import type uPlot from "uplot";

/** Replaces a chart: the test environment has no canvas. Charts also have their content in words. */
export class FakePlot {
  static readonly tzDate = (date: Date): Date => date;
  static readonly paths = { stepped: () => () => null };
  /** Oldest first. */
  static readonly made: FakePlot[] = [];

  readonly options: uPlot.Options;
  data: uPlot.AlignedData;
  isGone = false;

  constructor(options: uPlot.Options, data: uPlot.AlignedData) {
    this.options = options;
    this.data = data;
    FakePlot.made.push(this);
  }

  setData(data: uPlot.AlignedData): void {
    this.data = data;
  }

  setSize(): void {
    // Nothing is drawn.
  }

  destroy(): void {
    this.isGone = true;
  }

  /** A second is a pixel. */
  valToPos(seconds: number): number {
    return seconds;
  }

  setCursor({ left }: { left: number }): void {
    const idx = left < 0 ? null : this.data[0].findIndex((seconds) => seconds === left);
    const hook = this.options.hooks?.setCursor?.[0];
    if (hook) Reflect.apply(hook, undefined, [{ cursor: { idx, left }, bbox: { left: 0 } }]);
  }
}
