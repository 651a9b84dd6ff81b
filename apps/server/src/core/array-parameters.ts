/**
 * Arrays of numbers in PostgreSQL's binary form, which a driver passes on as they are: writing and reading the text form of some thousand
 * numbers costs more than storing them. Source: PostgreSQL `array_send` (dimensions, null flag, element type, size, lower bound,
 * then length and value of each).
 */
function binaryArray(
  values: readonly number[],
  typeOid: number,
  bytes: number,
  write: (view: DataView, at: number, value: number) => void,
): Buffer {
  const buffer = Buffer.allocUnsafe(values.length === 0 ? 12 : 20 + values.length * (4 + bytes));
  const view = new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength);
  view.setInt32(0, values.length === 0 ? 0 : 1);
  view.setInt32(4, 0);
  view.setInt32(8, typeOid);
  if (values.length === 0) return buffer;
  view.setInt32(12, values.length);
  view.setInt32(16, 1);
  let at = 20;
  for (const value of values) {
    view.setInt32(at, bytes);
    write(view, at + 4, value);
    at += 4 + bytes;
  }
  return buffer;
}

/** A parameter for `$n::smallint[]`. */
export const int2Array = (values: readonly number[]): Buffer =>
  binaryArray(values, 21, 2, (view, at, value) => view.setInt16(at, value));
/** A parameter for `$n::int[]`. */
export const int4Array = (values: readonly number[]): Buffer =>
  binaryArray(values, 23, 4, (view, at, value) => view.setInt32(at, value));
/** A parameter for `$n::bigint[]`; whole numbers within ±2^53. */
export const int8Array = (values: readonly number[]): Buffer =>
  binaryArray(values, 20, 8, (view, at, value) => {
    view.setInt32(at, Math.floor(value / 4_294_967_296));
    view.setUint32(at + 4, value >>> 0);
  });
/** A parameter for `$n::float8[]`. */
export const float8Array = (values: readonly number[]): Buffer =>
  binaryArray(values, 701, 8, (view, at, value) => view.setFloat64(at, value));
