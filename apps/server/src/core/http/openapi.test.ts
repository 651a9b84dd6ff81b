import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";

import SwaggerParser from "@apidevtools/swagger-parser";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { contractRoutes } from "@verandah/contract/testing/contract-routes.ts";
import { generate } from "openapi-typescript-codegen";
import { expect, test } from "vitest";

import { openApiDocument } from "./openapi.ts";

const run = promisify(execFile);
const tsc = path.resolve(import.meta.dirname, "../../../../../node_modules/.bin/tsc");

/** The document as a client receives it. */
const aDocument = async () =>
  JSON.parse(JSON.stringify(openApiDocument(await contractRoutes(), "https://verandah.test")));

test("swagger-parser finds the document valid", async () => {
  await expect(SwaggerParser.validate(await aDocument())).resolves.toBeDefined();
});

test("a linter with its recommended rules finds no error", async () => {
  const config = await createConfig({ extends: ["recommended"] });
  const found = await lintFromString({ source: JSON.stringify(await aDocument()), config });
  const errors = found.filter(({ severity }) => severity === "error");
  expect(errors.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
});

test("every call has an id of its own, and the document names its server", async () => {
  const { paths, servers } = await aDocument();
  const ids = Object.values<Record<string, { operationId?: string }>>(paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  expect(ids).toHaveLength((await contractRoutes()).length);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toContain("getAlarmsByIdBookings");
  expect(servers).toEqual([{ url: "https://verandah.test" }]);
});

test("a client that is generated from the document compiles", async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "verandah-client-"));
  try {
    await generate({ input: await aDocument(), output: path.join(folder, "client"), useOptions: true });
    const program = `import { DefaultService, OpenAPI } from "./client";
OpenAPI.BASE = "https://verandah.test";
export const names = async () => (await DefaultService.getCampusesByIdTree({ id: "1", context: "lms" }));
`;
    await writeFile(path.join(folder, "program.ts"), program);
    const options = ["--noEmit", "--strict", "--target", "es2022", "--lib", "es2022,dom"];
    const modules = ["--module", "esnext", "--moduleResolution", "bundler", "--types", ""];
    const { stdout } = await run(tsc, [...options, ...modules, "program.ts"], { cwd: folder }).catch(
      (error: { stdout: string }) => error,
    );
    expect(stdout).toBe("");
  } finally {
    await rm(folder, { recursive: true });
  }
}, 60_000);
