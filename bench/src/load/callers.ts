import { Pool } from "undici";

import { monotonicMs } from "./monotonic.ts";

/** Clients that call again as soon as they have an answer, each with its own list of paths in rotation. */
export interface CallersJob {
  readonly kind: "callers";
  readonly url: string;
  readonly tokens: readonly string[];
  readonly clients: number;
  readonly paths: readonly string[];
  readonly durationMs: number;
}

export interface CallersResult {
  readonly tookMs: Float64Array;
  /** Index in the job's `paths`. */
  readonly path: Int32Array;
}

/** Prepares the connections; the result calls until the time is over. @throws Error for any answer other than 200 */
export async function prepareCallers(job: CallersJob): Promise<() => Promise<CallersResult>> {
  const pool = new Pool(job.url, { connections: job.clients, pipelining: 1 });
  async function call(path: string, token: string): Promise<void> {
    const headers = { authorization: `Bearer ${token}` };
    const { statusCode, body } = await pool.request({ method: "GET", path, headers });
    await body.arrayBuffer();
    if (statusCode !== 200) throw new Error(`${path} was answered ${statusCode}.`);
  }
  const tokenOf = (client: number) => job.tokens[client % job.tokens.length] ?? "";
  for (const path of job.paths) await call(path, tokenOf(0));
  return async () => {
    const tookMs: number[] = [];
    const pathOf: number[] = [];
    const endsAtMs = monotonicMs() + job.durationMs;
    async function run(client: number): Promise<void> {
      for (let turn = client; monotonicMs() < endsAtMs; turn += 1) {
        const at = turn % job.paths.length;
        const startedAtMs = monotonicMs();
        await call(job.paths[at] ?? "", tokenOf(client));
        tookMs.push(monotonicMs() - startedAtMs);
        pathOf.push(at);
      }
    }
    await Promise.all(Array.from({ length: job.clients }, (_, client) => run(client)));
    await pool.close();
    return { tookMs: Float64Array.from(tookMs), path: Int32Array.from(pathOf) };
  };
}
