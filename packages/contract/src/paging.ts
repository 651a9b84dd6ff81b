import { z } from "zod";

/** Rows of a page, unless the user chooses another number. Source: spec 2 §9 Grid page size. */
export const PAGE_SIZE = 10;
/** Rows that a page may have. */
export const PAGE_SIZES = [PAGE_SIZE, 25, 50] as const;
export type PageSize = (typeof PAGE_SIZES)[number];
/** Last row that a page may begin at; a narrower filter finds later rows. */
export const ROWS_BEFORE_MAX = 10_000_000;
/** Longest text that a column is filtered by. */
const FILTER_MAX = 80;

const text = z.string().trim().max(FILTER_MAX).optional();

/**
 * The query of a grid that the server pages: page from 1, sorting by one column, and a text for each column that its cells must contain.
 * Filters are sent as `filter.<column>`.
 */
export function gridQuery<const C extends string>(
  columns: readonly C[],
  sortedBy: { column: C; order: "asc" | "desc" },
) {
  // oxlint-disable-next-line no-unsafe-type-assertion -- the object has every column
  const filters = Object.fromEntries(columns.map((column) => [`filter.${column}`, text])) as Record<
    `filter.${C}`,
    typeof text
  >;
  return z.object({
    page: z.coerce
      .number()
      .int()
      .min(1)
      .max(ROWS_BEFORE_MAX / PAGE_SIZE)
      .default(1),
    /** Of a page. */
    rows: z.coerce.number().pipe(z.literal(PAGE_SIZES)).default(PAGE_SIZE),
    sort: z.enum(columns).default(sortedBy.column),
    order: z.enum(["asc", "desc"]).default(sortedBy.order),
    ...filters,
  });
}

/** Longest range of a report, days; a leap year. */
export const RANGE_MAX_DAYS = 366;

const when = z.iso.datetime({ offset: true });

/** Start (included) and end (excluded). Both are optional: without them the range is open, or the call's default. */
export const dateRange = { from: when.optional(), to: when.optional() };

/** Errors of a range, as a zod refinement. Source: spec 2 §8, and our own texts. */
export function checkRange(
  input: { from?: string | undefined; to?: string | undefined },
  ctx: z.RefinementCtx,
): void {
  if (input.from === undefined || input.to === undefined) return;
  const lengthMs = Date.parse(input.to) - Date.parse(input.from);
  if (lengthMs <= 0)
    ctx.addIssue({ code: "custom", path: ["to"], message: "End date should be greater than start date" });
  else if (lengthMs > RANGE_MAX_DAYS * 86_400_000)
    ctx.addIssue({ code: "custom", path: ["from"], message: "A report covers at most a year" });
}

/** A page of rows: `total` counts what the filter matches, up to `TOTAL_COUNTED_MAX`. */
export const pageOf = <T extends z.ZodType>(row: T) =>
  z.object({ rows: z.array(row), total: z.int(), isTotalExact: z.boolean() });
/** Maximum count: a person who sees "over 100,000" narrows the filter. */
export const TOTAL_COUNTED_MAX = 100_000;
