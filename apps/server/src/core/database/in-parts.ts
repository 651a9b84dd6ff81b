/** Rows of up to 13 columns in one statement, which has at most 65,535 parameters. Source: PostgreSQL 18 §54.7, Bind. */
const ROWS_MAX = 5_000;

/** Divides rows into parts of which each fits into one statement. */
export const inParts = <T>(rows: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / ROWS_MAX) }, (_, part) =>
    rows.slice(part * ROWS_MAX, (part + 1) * ROWS_MAX),
  );
