import { setTimeout as sleep } from "node:timers/promises";

import { Pool } from "undici";

import { monotonicMs } from "./monotonic.ts";

/** Browsers that load a screen at the same time: each with its session, all calls and its live stream concurrently. */
export interface BrowsersJob {
  readonly kind: "browsers";
  readonly url: string;
  /** Shared by browsers in turn. */
  readonly tokens: readonly string[];
  readonly browsers: number;
  readonly session: string;
  readonly calls: readonly string[];
  readonly stream: string;
  /** Longest wait for one browser, ms. */
  readonly timeoutMs: number;
}

export interface BrowsersResult {
  /** From the common start until a browser has all its data, ms. */
  readonly loadedMs: Float64Array;
  /** Browsers that did not receive all data. */
  readonly failed: number;
}

/** Delay before a browser repeats a call that was refused with "too many requests", ms. */
const RETRY_MS = 500;

export async function prepareBrowsers(job: BrowsersJob): Promise<() => Promise<BrowsersResult>> {
  return async () => {
    const pool = new Pool(job.url, { pipelining: 1 });
    const ended = new AbortController();
    const startedAtMs = monotonicMs();

    async function call(path: string, token: string): Promise<void> {
      const headers = { authorization: `Bearer ${token}` };
      for (;;) {
        const { statusCode, body } = await pool.request({ method: "GET", path, headers });
        await body.dump();
        if (statusCode === 200) return;
        if (statusCode !== 429) throw new Error(`${path} was answered ${statusCode}.`);
        await sleep(RETRY_MS);
      }
    }

    /** Opens a stream until its first event; it stays open until all browsers are ready. */
    async function openStream(token: string): Promise<void> {
      const headers = { authorization: `Bearer ${token}` };
      const options = { method: "GET", path: job.stream, headers, signal: ended.signal } as const;
      const { statusCode, body } = await pool.request(options);
      if (statusCode !== 200) throw new Error(`The live stream was answered ${statusCode}.`);
      body.on("error", () => undefined);
      await new Promise((resolve) => void body.once("data", resolve));
    }

    async function load(browser: number): Promise<number> {
      const token = job.tokens[browser % job.tokens.length] ?? "";
      await call(job.session, token);
      await Promise.all([openStream(token), ...job.calls.map((path) => call(path, token))]);
      return monotonicMs() - startedAtMs;
    }

    const late = setTimeout(() => ended.abort(), job.timeoutMs);
    const loads = await Promise.allSettled(Array.from({ length: job.browsers }, (_, at) => load(at)));
    clearTimeout(late);
    ended.abort();
    await pool.destroy();
    const loadedMs = loads.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    return { loadedMs: Float64Array.from(loadedMs), failed: job.browsers - loadedMs.length };
  };
}
