import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

import { expect, test } from "vitest";

import { answerDemoRequest } from "./demo-requests.ts";
import { temporaryFolder } from "./testing/temporary-folder.ts";

const account = { username: "demo-admin", password: "Secret123" };

test("follows requests, and answers each with its id or with the reason of a failure", async () => {
  using folder = temporaryFolder();
  const dir = path.join(folder.path, "demo");
  mkdirSync(dir);
  writeFileSync(path.join(dir, "site.json"), "{}");
  const calls: unknown[] = [];
  const programs = {
    provision: async () => ["/data/site.json"],
    start: async (port: Promise<number>) => void calls.push(await port),
    startActivity: async (...given: unknown[]) => void calls.push(...given),
    stop: async () => void calls.push("stop"),
    files: () => [dir, "/nonexistent"],
  };
  const ask = (action: string, more = {}) =>
    answerDemoRequest(
      { type: "demo", id: 7, action, ...more },
      programs,
      "http://own",
      Promise.resolve(1_883),
    );
  expect(await ask("describe")).toEqual({ type: "demo", id: 7, siteFiles: ["/data/site.json"] });
  await ask("run", { account });
  await ask("run");
  expect(calls.splice(0)).toEqual([1_883, "http://own", account, 1_883]);
  expect(await ask("remove")).toEqual({ type: "demo", id: 7, siteFiles: [] });
  expect([calls, existsSync(dir)]).toEqual([["stop"], false]);
  programs.provision = () => Promise.reject(new Error("The disk is full"));
  expect(await ask("describe")).toEqual({ type: "demo", id: 7, failure: "The disk is full" });
});
