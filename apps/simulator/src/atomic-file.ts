import { closeSync, fsyncSync, openSync, renameSync, writeSync } from "node:fs";

/** Writes a file so that a crash leaves either the old or the new one, never half of it. */
export function writeFileAtomically(file: string, text: string, mode = 0o644): void {
  const draft = `${file}.new`;
  const handle = openSync(draft, "w", mode);
  try {
    writeSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(draft, file);
}
