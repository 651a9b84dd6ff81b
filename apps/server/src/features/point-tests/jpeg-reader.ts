const START = 0xd8;
const END = 0xd9;
const SCAN = 0xda;
const TABLES = new Set([0xc4, 0xdb, 0xdd]);
/** Baseline, extended and progressive pictures, which every browser shows. */
const FRAMES = new Set([0xc0, 0xc1, 0xc2]);
/** Maximum pixels of a photo. A browser needs four bytes per pixel. */
const PIXELS_MAX = 12_000_000;

/** The end of the pixels after a scan header: the next marker that is neither a stuffed byte nor a restart. */
function endOfPixels(bytes: Buffer, from: number): number {
  for (let at = from; at + 1 < bytes.length; at += 1) {
    const next = bytes[at + 1] ?? 0;
    if (bytes[at] === 0xff && next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  return bytes.length;
}

/**
 * The parts of a JPEG that show it; undefined for any other file. Without metadata, because these name the place, the camera and the person,
 * and without what other file types need to be read from the same bytes.
 * Source: ITU-T T.81 annex B.
 */
export function readJpeg(bytes: Buffer): Buffer | undefined {
  if (bytes.length < 4 || bytes[0] !== 0xff || bytes[1] !== START) return undefined;
  const kept = [bytes.subarray(0, 2)];
  let hasFrame = false;
  let hasPixels = false;
  for (let at = 2; at + 4 <= bytes.length + 2;) {
    const marker = bytes[at + 1];
    if (bytes[at] !== 0xff || marker === undefined) return undefined;
    if (marker === END) return hasPixels ? Buffer.concat([...kept, Buffer.from([0xff, END])]) : undefined;
    if (at + 4 > bytes.length) return undefined;
    let end = at + 2 + bytes.readUInt16BE(at + 2);
    if (end > bytes.length || end < at + 4) return undefined;
    if (FRAMES.has(marker)) {
      if (hasFrame || end < at + 10 || bytes[at + 4] !== 8) return undefined;
      const pixels = bytes.readUInt16BE(at + 5) * bytes.readUInt16BE(at + 7);
      if (pixels === 0 || pixels > PIXELS_MAX || (bytes[at + 9] !== 1 && bytes[at + 9] !== 3))
        return undefined;
      hasFrame = true;
    }
    if (marker === SCAN) {
      if (!hasFrame) return undefined;
      end = endOfPixels(bytes, end);
      hasPixels = true;
    }
    const isOfPicture = FRAMES.has(marker) || TABLES.has(marker) || marker === SCAN;
    // Comments and application data are left out; other markers belong to pictures that not every browser shows.
    if (!isOfPicture && marker !== 0xfe && (marker < 0xe0 || marker > 0xef)) return undefined;
    if (isOfPicture) kept.push(bytes.subarray(at, end));
    at = end;
  }
  return undefined;
}
