import { createHash, randomBytes } from "node:crypto";

const KEY_BYTES = 32;

/** A new key for an address that needs no session. */
export const newKey = (): string => randomBytes(KEY_BYTES).toString("base64url");

/** Only the hash of a key is stored. */
export const hashKey = (key: string): Buffer => createHash("sha256").update(key).digest();
