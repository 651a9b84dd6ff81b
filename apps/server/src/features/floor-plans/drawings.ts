import { DRAWING_MAX_BYTES } from "@verandah/contract/floor-plans/floor-plans.ts";
import { AppError } from "@verandah/contract/problems.ts";

import { pngSignature, readPng } from "./png-reader.ts";
import { cleanSvg } from "./svg-cleaner.ts";

export interface Drawing {
  type: "image/svg+xml" | "image/png";
  bytes: Buffer;
}

/**
 * Reads and cleans an uploaded drawing. The content decides the type, not the file name.
 *
 * @throws AppError `drawing-too-large`, `drawing-unreadable`, `drawing-too-detailed`
 */
export function readDrawing(bytes: Buffer): Drawing {
  if (bytes.length > DRAWING_MAX_BYTES) throw new AppError("drawing-too-large");
  const isPng = bytes.subarray(0, pngSignature.length).equals(pngSignature);
  const clean = isPng ? readPng(bytes) : readSvg(bytes);
  if (!clean) throw new AppError("drawing-unreadable");
  return { type: isPng ? "image/png" : "image/svg+xml", bytes: clean };
}

function readSvg(bytes: Buffer): Buffer | undefined {
  const text = decodeText(bytes);
  const clean = text === undefined ? undefined : cleanSvg(text);
  return clean === undefined ? undefined : Buffer.from(clean);
}

/** The text of a file in UTF-8; undefined for an unknown encoding. */
function decodeText(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
