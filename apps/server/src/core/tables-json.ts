import type { ColumnType } from "kysely";

/** A `jsonb` column: written as text, read as what it is. */
export type Json = ColumnType<unknown, string | null, string | null>;
