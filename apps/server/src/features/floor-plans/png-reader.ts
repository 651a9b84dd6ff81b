import { crc32 } from "node:zlib";

import { AppError } from "@verandah/contract/problems.ts";

export const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Maximum pixels of a picture. A browser needs four bytes per pixel. */
const PIXELS_MAX = 40_000_000;
/** Chunks that are needed to show the picture. Other chunks may contain names of places and cameras. */
const keptChunks = new Set(["IHDR", "PLTE", "tRNS", "gAMA", "sRGB", "pHYs", "IDAT", "IEND"]);

/**
 * Removes everything from a PNG that is not needed to show it; undefined for an incomplete PNG.
 * Source: PNG (Third Edition) §5.
 *
 * @throws AppError `drawing-too-detailed`
 */
export function readPng(bytes: Buffer): Buffer | undefined {
  if (!bytes.subarray(0, pngSignature.length).equals(pngSignature)) return undefined;
  const kept: Buffer[] = [pngSignature];
  let type = "";
  let hasPixels = false;
  for (let at = pngSignature.length; type !== "IEND";) {
    if (at + 12 > bytes.length) return undefined;
    const end = at + 12 + bytes.readUInt32BE(at);
    if (end > bytes.length) return undefined;
    const isFirst = type === "";
    type = bytes.toString("latin1", at + 4, at + 8);
    if (isFirst !== (type === "IHDR")) return undefined;
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) return undefined;
    if (isFirst) checkSize(bytes.readUInt32BE(at + 8), bytes.readUInt32BE(at + 12));
    hasPixels ||= type === "IDAT";
    if (keptChunks.has(type)) kept.push(bytes.subarray(at, end));
    at = end;
  }
  return hasPixels ? Buffer.concat(kept) : undefined;
}

function checkSize(width: number, height: number): void {
  if (width * height > PIXELS_MAX) throw new AppError("drawing-too-detailed");
}
