import { inflateSync } from "node:zlib";

/** The lines of a PDF file. Each font numbers its letters in a table of its own: a line is read with each of them. */
export function readPdfLines(file: Buffer): string[] {
  const pdf = file.toString("latin1");
  const streams = [...pdf.matchAll(/FlateDecode[^>]*>>\s*stream\n(.*?)\nendstream/gs)].map(
    ([, stream = ""]) => inflateSync(Buffer.from(stream, "latin1")).toString("latin1"),
  );
  const tables = streams
    .filter((stream) => stream.includes("begincmap"))
    .map((stream) => [...(/\[(.*?)\]/s.exec(stream)?.[1] ?? "").matchAll(/<([0-9a-f]+)>/g)])
    .map((letters) => letters.map(([, hex = ""]) => String.fromCodePoint(Number.parseInt(hex, 16))));
  const lines = streams
    .flatMap((stream) => [...stream.matchAll(/\[(.*?)\] TJ/g)])
    .map(([, parts = ""]) => [...parts.matchAll(/<([0-9a-f]+)>/g)].map(([, hex]) => hex).join(""));
  const embedded = tables.flatMap((letters) =>
    lines.map((hex) =>
      [...hex.matchAll(/.{4}/g)].map(([glyph]) => letters[Number.parseInt(glyph, 16)] ?? "").join(""),
    ),
  );
  // Fonts that every reader has number their letters as Latin 1 does.
  return [...embedded, ...lines.map((hex) => Buffer.from(hex, "hex").toString("latin1"))];
}
