import fastify from "fastify";
import { expect, test } from "vitest";

import { repeat } from "./repeat.ts";

test("the log names the error of a job", async () => {
  const lines: string[] = [];
  const { log } = fastify({ logger: { stream: { write: (line) => void lines.push(line) } } });
  const job = repeat("calendars", 60_000, () => Promise.reject(new Error("no such room")), log);
  await expect.poll(() => lines.join("")).toContain("no such room");
  await job[Symbol.asyncDispose]();
});
