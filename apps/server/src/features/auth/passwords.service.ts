import { hash, verify } from "@node-rs/argon2";

/** argon2id with 19 MiB, two passes, one lane: about 9 ms. Source: OWASP Password Storage Cheat Sheet. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Maximum concurrent hashes. This limits the memory and the latency of other calls. */
const CONCURRENT_MAX = 4;

let running = 0;
const waiting: (() => void)[] = [];

async function runInQueue<T>(work: () => Promise<T>): Promise<T> {
  if (running >= CONCURRENT_MAX) await new Promise<void>((resolve) => void waiting.push(resolve));
  else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/** The argon2id hash of a password, in the PHC format with a random salt. */
export function hashPassword(password: string): Promise<string> {
  return runInQueue(() => hash(password, cost));
}

export function isPasswordRight(passwordHash: string, password: string): Promise<boolean> {
  return runInQueue(() => verify(passwordHash, password));
}

/** Runs a check that always fails, so that an unknown name answers no faster than a known one. */
export async function runDummyCheck(password: string): Promise<false> {
  await hashPassword(password);
  return false;
}
