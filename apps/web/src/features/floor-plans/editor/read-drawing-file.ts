import { DRAWING_MAX_BYTES } from "@verandah/contract/floor-plans/floor-plans.ts";

import { problemText } from "#shared/texts/error-text.ts";

import type { NewDrawing } from "./plan-draft.ts";

const pngSignature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** The kind of a picture by its content, so that the browser shows it as one. The server looks closer. */
function typeOf(bytes: Uint8Array): "image/png" | "image/svg+xml" | undefined {
  if (pngSignature.every((byte, at) => bytes[at] === byte)) return "image/png";
  return new TextDecoder().decode(bytes).includes("<svg") ? "image/svg+xml" : undefined;
}

/** A chosen file as a drawing to look at and to send, or why it cannot be one. */
export async function readDrawingFile(file: File): Promise<NewDrawing | { refusal: string }> {
  if (file.size > DRAWING_MAX_BYTES) return { refusal: problemText("drawing-too-large") };
  const bytes = new Uint8Array(await file.arrayBuffer());
  const type = typeOf(bytes);
  if (!type) return { refusal: problemText("drawing-unreadable") };
  const address = URL.createObjectURL(new Blob([bytes], { type }));
  return { name: file.name, base64: toBase64(bytes), address };
}

/** So many bytes are turned into text at once; a call takes only so many arguments. */
const PIECE_BYTES = 32_768;

function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += PIECE_BYTES)
    text += String.fromCharCode(...bytes.subarray(at, at + PIECE_BYTES));
  return btoa(text);
}
