/** Middle, least and greatest of what the rounds gave. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** One line of a bench's table. */
export interface Row {
  /** The work, e.g. `50 gateways, 100 points a message`. */
  readonly work: string;
  /** Our result, in `unit`. */
  readonly ours: number;
  readonly unit: string;
  /** The reference, measured in the same run or published, in `unit`. */
  readonly reference?: number;
  /** Our result divided by the reference, over all rounds. */
  readonly ratio?: Spread;
  readonly target?: Target;
}

/** The target, and whether it was reached. */
interface Target {
  /** E.g. `≤ 25 ms`. */
  readonly text: string;
  readonly isReached: boolean;
}

/** A row of two measured systems, and a target if the ratio has a limit. */
export function rowOf(
  work: string,
  unit: string,
  compared: Required<Pick<Row, "ours" | "reference" | "ratio">>,
  limit: { most?: number | undefined; least?: number | undefined },
): Row {
  const { median } = compared.ratio;
  const { most = Number.POSITIVE_INFINITY, least = 0 } = limit;
  const text = limit.most ? `ratio ≤ ${formatNumber(limit.most)}` : limit.least && `ratio ≥ ${limit.least}`;
  const target = text && { target: { text, isReached: median >= least && median <= most } };
  return { work, unit, ...compared, ...target };
}

/** A row whose result must be at most a limit, in the first word of its unit. */
export function limitedRow(work: string, unit: string, ours: number, most: number): Row {
  const [word = ""] = unit.split(" ");
  const text = most === 0 ? "0" : `≤ ${most} ${word}`.trimEnd();
  return { work, unit, ours, target: { text, isReached: ours <= most } };
}

/** The results of a bench. */
export interface Table {
  readonly title: string;
  readonly rows: readonly Row[];
  /** Explanations, and the state of the machine during the run. */
  readonly notes: readonly string[];
}

/** Three significant digits, or all of a whole number; without an exponent. */
export function formatNumber(value: number): string {
  if (Number.isInteger(value)) return value.toLocaleString("en");
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : Math.abs(value) >= 1 ? 2 : 3;
  return value.toFixed(digits).replaceAll(/\B(?=(\d{3})+$)/g, ",");
}

function cells(row: Row): string[] {
  const { ratio, target } = row;
  return [
    row.work,
    `${formatNumber(row.ours)} ${row.unit}`,
    row.reference === undefined ? "–" : `${formatNumber(row.reference)} ${row.unit}`,
    ratio ? `${formatNumber(ratio.median)} (${formatNumber(ratio.min)}–${formatNumber(ratio.max)})` : "–",
    target?.text ?? "–",
    target ? (target.isReached ? "yes" : "no") : "–",
  ];
}

const heading = ["work", "ours", "reference", "ratio (range)", "reach at least", "reached"];

/** The table as Markdown, with its notes below. */
export function formatTable({ title, rows, notes }: Table): string {
  const lines = [heading, ...rows.map(cells)];
  const widths = heading.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const draw = (line: readonly string[]) =>
    `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  const [first = [], ...rest] = lines;
  return [
    title,
    "",
    draw(first),
    `|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`,
    ...rest.map(draw),
    "",
    ...notes.map((note) => `- ${note}`),
  ].join("\n");
}
