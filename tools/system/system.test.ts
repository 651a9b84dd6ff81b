import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempDisposableSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import { expect, test } from "vitest";

import { StartError } from "../process/start-error.ts";
import { readStartSettings, repository } from "./settings.ts";
import { healthUrl, refuseMixture, serverEnvironment } from "./system.ts";

const known = { webUrl: undefined, databaseUrl: "postgres://here/verandah", siteFiles: [], first: undefined };

test("the user's site files are imported, after those of the demo", () => {
  const user = { DATABASE_URL: "postgres://here/verandah", SITE_FILES: "/etc/verandah/site.json" };
  const settings = readStartSettings(user);
  expect(serverEnvironment(user, { ...known, settings })).toMatchObject({
    DEMO: "off",
    SITE_FILES: "/etc/verandah/site.json",
  });
  expect(serverEnvironment(user, { ...known, settings, siteFiles: ["/data/demo.json"] })).toMatchObject({
    SITE_FILES: "/data/demo.json,/etc/verandah/site.json",
  });
});

test("a restarted server keeps its ports, and the broker's address if the user set one", () => {
  const settings = readStartSettings({});
  const first = { port: 3_001, mqttPort: 1_884 };
  expect(serverEnvironment({}, { ...known, settings })).not.toHaveProperty("MQTT_LISTEN");
  expect(serverEnvironment({}, { ...known, settings, first })).toMatchObject({
    PORT: "3001",
    MQTT_LISTEN: "127.0.0.1:1884",
  });
  const user = { MQTT_LISTEN: "0.0.0.0:1883" };
  expect(serverEnvironment(user, { ...known, settings, first })).toMatchObject(user);
});

test.each([
  [{ port: 3_000, metricsPort: 9_464 }, "0.0.0.0", undefined, "http://127.0.0.1:3000/v1/health"],
  [{ metricsPort: 9_464 }, "10.0.0.1", undefined, "http://127.0.0.1:9464/v1/health"],
  [{ metricsPort: 9_465 }, "10.0.0.1", "10.0.0.2:9465", "http://10.0.0.2:9465/v1/health"],
  [{ metricsPort: 9_465 }, "10.0.0.1", "[::]:9465", "http://[::1]:9465/v1/health"],
  [{}, "10.0.0.1", "off", undefined],
])("the health with ports %j, HOST %s and METRICS_LISTEN %s is at %s", (ready, host, listen, url) => {
  expect(healthUrl(ready, host, listen)?.href).toBe(url);
});

test.each([
  ["PORT", "65535", 65_535],
  ["PORT", "", 3_000],
  ["DATA_DIR", "/srv/verandah", "/srv/verandah"],
  ["DEMO_SITE", "small", "small"],
  ["DEMO_HISTORY_DAYS", "0", 0],
  ["SERVER_HEAP_MB", "", 256],
  ["SERVER_HEAP_MB", "1000", 1_000],
] as const)("reads %s=%s as %s", (name, value, expected) => {
  expect(readStartSettings({ [name]: value })[name]).toBe(expected);
});

test.each([
  ["PORT", "65536", "a port is a whole number from 0 to 65535"],
  ["DEMO_SITE", "smaller", "must be campus or small"],
  ["SERVER_HEAP_MB", "99", "must be a whole number of megabytes from 100 on"],
])("refuses %s=%s: %s", (name, value, rule) => {
  expect(() => readStartSettings({ [name]: value })).toThrow(new StartError(`Setting ${name}: ${rule}.`));
});

/** Prints the packages, and the workspaces outside tools, of which it loads a module. */
const printLoaded = `
import { registerHooks } from "node:module";
const loaded = new Set();
registerHooks({
  load(url, context, next) {
    const [name] = /(?<=node_modules\\/)(@[^/]+\\/)?[^/]+|(apps|packages)\\/[^/]+/.exec(url) ?? [];
    if (name) loaded.add(name);
    return next(url, context);
  },
});
await import(process.argv[1]);
console.log([...loaded].toSorted().join(" "));
`;

test("without the demo the supervisor loads only the driver of PostgreSQL, to stay small", () => {
  const file = `${repository}/tools/system/system.ts`;
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "--eval", printLoaded, file], {
    encoding: "utf8",
  });
  const names = stdout.trim().split(" ");
  expect(names).toContain("pg");
  expect(names.filter((name) => !/^(pg|postgres|xtend)(-|$)/.test(name))).toEqual([]);
});

test("--empty starts without the demo, in a folder of its own", () => {
  expect(readStartSettings({}, ["--empty"])).toMatchObject({
    isDemo: false,
    DATA_DIR: path.join(repository, "data-own"),
    SERVER_HEAP_MB: 400,
  });
  expect(readStartSettings({ DATA_DIR: "/srv/verandah" }, ["--empty"]).DATA_DIR).toBe("/srv/verandah");
  expect(() => readStartSettings({ DEMO: "on" }, ["--empty", "--emty"])).toThrow(
    new StartError(
      "Unknown argument --emty. The only one is --empty.\nSetting DEMO: --empty starts without the demo.",
    ),
  );
});

test("a data folder has either the demo or a building of one's own", () => {
  using dir = mkdtempDisposableSync(path.join(os.tmpdir(), "verandah-mixture-"));
  const folder = { path: dir.path, file: (name: string) => path.join(dir.path, name) };
  const begin = (...given: string[]) => refuseMixture(folder, readStartSettings({}, given));
  begin("--empty");
  begin("--empty");
  expect(() => begin()).toThrow(`The data folder ${dir.path} was begun with --empty.`);
  rmSync(folder.file("without-demo"));
  mkdirSync(folder.file("demo"));
  begin();
  expect(() => begin("--empty")).toThrow(`The data folder ${dir.path} was begun with the demo.`);
});
