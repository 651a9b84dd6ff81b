import { DRAWING_MAX_BYTES } from "@verandah/contract/floor-plans/floor-plans.ts";
import { AppError } from "@verandah/contract/problems.ts";

import { pngSignature, readPng } from "./png-reader.ts";
import { type CleanSvg, cleanSvg } from "./svg-cleaner.ts";

export interface Drawing {
  type: "image/svg+xml" | "image/png";
  bytes: Buffer;
}

/** A drawing and what the cleaning changed that a person can see. */
export interface ReadDrawing extends Drawing, Pick<CleanSvg, "lostLabels" | "hasSize"> {}

/**
 * Reads and cleans an uploaded drawing. The content decides the type, not the file name.
 *
 * @throws AppError `drawing-too-large`, `drawing-unreadable`, `drawing-too-detailed`
 */
export function readDrawing(bytes: Buffer): ReadDrawing {
  if (bytes.length > DRAWING_MAX_BYTES) throw new AppError("drawing-too-large");
  const isPng = bytes.subarray(0, pngSignature.length).equals(pngSignature);
  const drawing = isPng ? readPicture(bytes) : readSvg(bytes);
  if (!drawing) throw new AppError("drawing-unreadable");
  return drawing;
}

function readPicture(bytes: Buffer): ReadDrawing | undefined {
  const clean = readPng(bytes);
  return clean && { type: "image/png", bytes: clean, lostLabels: [], hasSize: true };
}

function readSvg(bytes: Buffer): ReadDrawing | undefined {
  const text = decodeText(bytes);
  const clean = text === undefined ? undefined : cleanSvg(text);
  if (!clean) return undefined;
  const { svg, ...found } = clean;
  return { type: "image/svg+xml", bytes: Buffer.from(svg), ...found };
}

/** The text of a file in UTF-8; undefined for an unknown encoding. */
function decodeText(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
