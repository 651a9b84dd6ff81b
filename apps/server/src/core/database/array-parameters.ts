/** Dimensions, null flag, element type, size and lower bound of an array. */
const HEAD_BYTES = 20;
/** For an empty array: dimensions, null flag and element type. */
const EMPTY_BYTES = 12;
const LENGTH_BYTES = 4;
const CAPACITY_FIRST = 64;

/**
 * A growing array of numbers in PostgreSQL's binary format, which the driver sends unchanged. The text format of thousands of numbers costs
 * more than storing them. Objects would add more garbage collection.
 * Source: PostgreSQL `array_send` (dimensions, null flag, element type, size, lower bound, then length and value of each).
 */
export abstract class NumberArray {
  #buffer: Buffer;
  #length = 0;
  readonly #typeOid: number;
  readonly #bytes: number;

  constructor(typeOid: number, bytes: number) {
    this.#typeOid = typeOid;
    this.#bytes = bytes;
    this.#buffer = Buffer.allocUnsafe(HEAD_BYTES + CAPACITY_FIRST * (LENGTH_BYTES + bytes));
  }

  protected abstract write(buffer: Buffer, at: number, value: number): void;

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    const at = HEAD_BYTES + this.#length * (LENGTH_BYTES + this.#bytes);
    if (at === this.#buffer.length) {
      const grown = Buffer.allocUnsafe(HEAD_BYTES + 2 * (at - HEAD_BYTES));
      this.#buffer.copy(grown, 0, 0, at);
      this.#buffer = grown;
    }
    this.#buffer.writeInt32BE(this.#bytes, at);
    this.write(this.#buffer, at + LENGTH_BYTES, value);
    this.#length += 1;
  }

  /** Appends the elements `from` (included) to `until` (excluded) of an array of the same type. */
  pushFrom(other: this, from: number, until: number): void {
    const width = LENGTH_BYTES + this.#bytes;
    const at = HEAD_BYTES + this.#length * width;
    const grown = Buffer.allocUnsafe(at + (until - from) * width + HEAD_BYTES);
    this.#buffer.copy(grown, 0, 0, at);
    other.#buffer.copy(grown, at, HEAD_BYTES + from * width, HEAD_BYTES + until * width);
    this.#buffer = grown.subarray(0, at + (until - from) * width);
    this.#length += until - from;
  }

  /** Returns the value of a statement parameter. It is valid until the next `push`. */
  toParameter(): Buffer {
    this.#buffer.writeInt32BE(this.#length === 0 ? 0 : 1, 0);
    this.#buffer.writeInt32BE(0, 4);
    this.#buffer.writeInt32BE(this.#typeOid, 8);
    if (this.#length === 0) return this.#buffer.subarray(0, EMPTY_BYTES);
    this.#buffer.writeInt32BE(this.#length, 12);
    this.#buffer.writeInt32BE(1, 16);
    return this.#buffer.subarray(0, HEAD_BYTES + this.#length * (LENGTH_BYTES + this.#bytes));
  }
}

/** For `$n::smallint[]`. */
export class SmallintArray extends NumberArray {
  constructor() {
    super(21, 2);
  }
  protected write(buffer: Buffer, at: number, value: number): void {
    buffer.writeInt16BE(value, at);
  }
}

/** For `$n::int[]`. */
export class IntegerArray extends NumberArray {
  constructor() {
    super(23, 4);
  }
  protected write(buffer: Buffer, at: number, value: number): void {
    buffer.writeInt32BE(value, at);
  }
}

function writeBigint(buffer: Buffer, at: number, value: number): void {
  buffer.writeInt32BE(Math.floor(value / 4_294_967_296), at);
  buffer.writeUInt32BE(value >>> 0, at + 4);
}

/** For `$n::bigint[]`; whole numbers within ±2^53. */
export class BigintArray extends NumberArray {
  constructor() {
    super(20, 8);
  }
  protected write(buffer: Buffer, at: number, value: number): void {
    writeBigint(buffer, at, value);
  }
}

/** 2000-01-01, in ms since 1970. Source: PostgreSQL `timestamptz_send`, whose values are microseconds since then. */
const POSTGRES_EPOCH_MS = 946_684_800_000;

/** For `$n::timestamptz[]`, from instants in ms since 1970. A conversion in the database would cost more than storing the values. */
export class TimestampArray extends NumberArray {
  constructor() {
    super(1184, 8);
  }
  protected write(buffer: Buffer, at: number, value: number): void {
    writeBigint(buffer, at, (value - POSTGRES_EPOCH_MS) * 1_000);
  }
}

/** For `$n::float8[]`. */
export class DoubleArray extends NumberArray {
  constructor() {
    super(701, 8);
  }
  protected write(buffer: Buffer, at: number, value: number): void {
    buffer.writeDoubleBE(value, at);
  }
}
