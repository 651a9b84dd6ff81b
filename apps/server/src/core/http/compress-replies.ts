import { promisify } from "node:util";
import { gzip } from "node:zlib";

import type { FastifyInstance } from "fastify";

const compress = promisify(gzip);

/** A smaller reply fits into one packet anyway, bytes. */
const COMPRESSED_FROM = 1_024;

/** A weight of 0 refuses an encoding. Source: RFC 9110 §12.4.2. */
const acceptedGzip = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i;

/** The compressed form of each reply that several callers share. */
const compressed = new WeakMap<Uint8Array, Promise<Buffer>>();

function compressOnce(payload: string | Uint8Array): Promise<Buffer> {
  if (typeof payload === "string") return compress(payload);
  const known = compressed.get(payload) ?? compress(payload);
  compressed.set(payload, known);
  return known;
}

/** Compresses JSON replies for clients that accept it. Exported files are streams and stay as they are. */
export function compressReplies(app: FastifyInstance): void {
  app.addHook("onSend", async (request, reply, payload: unknown) => {
    const isText = typeof payload === "string" || payload instanceof Uint8Array;
    if (!isText || payload.length < COMPRESSED_FROM) return payload;
    if (!String(reply.getHeader("content-type")).includes("json")) return payload;
    reply.header("vary", "accept-encoding");
    if (!acceptedGzip.test(String(request.headers["accept-encoding"]))) return payload;
    reply.header("content-encoding", "gzip").removeHeader("content-length");
    return compressOnce(payload);
  });
}
