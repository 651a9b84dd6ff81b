import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";

import { type Behaviour, createInstrument } from "../rig/instruments.ts";

/** Rows of a plain table, ready for COPY in its binary form. */
export interface EncodedRows {
  readonly count: number;
  /** Whole COPY streams, one a batch. */
  readonly batches: readonly Buffer[];
}

/** A key like the product's: a point has one value per instant. */
export const plainColumns = `point_id int not null, at timestamptz(3) not null, value float8 not null,
  quality smallint not null, primary key (point_id, at)`;

/** 1 January 2000, from which PostgreSQL counts, ms since 1970. */
const POSTGRES_EPOCH_MS = 946_684_800_000;
/** Source: PostgreSQL, COPY, "Binary Format": signature, flags, length of the extension. */
const HEADER = Buffer.concat([Buffer.from("PGCOPY\n\xff\r\n\0", "latin1"), Buffer.alloc(8)]);
const TRAILER = Buffer.from([0xff, 0xff]);
const ROW_BYTES = 40;

/** Values of `pointNames.length` points from `fromMs` to `untilMs`, all points at one instant after the other. */
export function encodeRows(options: {
  pointNames: readonly string[];
  fromMs: number;
  untilMs: number;
  everyMs: number;
  behaviour: Behaviour;
  batchRows: number;
}): EncodedRows {
  const { pointNames, fromMs, untilMs, everyMs, behaviour, batchRows } = options;
  const instruments = pointNames.map((name, at) => createInstrument(name, at, behaviour));
  const count = Math.ceil((untilMs - fromMs) / everyMs) * pointNames.length;
  const rows = Buffer.alloc(count * ROW_BYTES);
  let at = 0;
  for (let ms = fromMs; ms < untilMs; ms += everyMs)
    for (const [point, next] of instruments.entries()) at = writeRow(rows, at, point + 1, ms, next());
  const batches: Buffer[] = [];
  for (let first = 0; first < count; first += batchRows) {
    const body = rows.subarray(first * ROW_BYTES, (first + batchRows) * ROW_BYTES);
    batches.push(Buffer.concat([HEADER, body, TRAILER]));
  }
  return { count, batches };
}

function writeRow(rows: Buffer, from: number, point: number, ms: number, value: number): number {
  let at = rows.writeInt16BE(4, from);
  at = rows.writeInt32BE(4, at);
  at = rows.writeInt32BE(point, at);
  at = rows.writeInt32BE(8, at);
  at = rows.writeBigInt64BE(BigInt(ms - POSTGRES_EPOCH_MS) * 1_000n, at);
  at = rows.writeInt32BE(8, at);
  at = rows.writeDoubleBE(value, at);
  at = rows.writeInt32BE(2, at);
  return rows.writeInt16BE(0, at);
}

/** Copies the batches into `table`, each with a commit of its own. @returns how long it took, ms */
export async function copyRows(client: pg.Client, table: string, rows: EncodedRows): Promise<number> {
  const startedAtMs = performance.now();
  for (const batch of rows.batches)
    await pipeline(
      Readable.from([batch]),
      client.query(copyFrom(`copy ${table} from stdin (format binary)`)),
    );
  return performance.now() - startedAtMs;
}
