import { createHash } from "node:crypto";
import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { siteDescription } from "@verandah/field/site.ts";
import { expect, test } from "vitest";

import { provision } from "./provisioning.ts";
import { readSimulatorSettings, SettingsError } from "./settings.ts";
import { temporaryFolder } from "./testing/temporary-folder.ts";

const site = (folder: string, name: string) =>
  siteDescription.parse(JSON.parse(readFileSync(join(folder, name), "utf8")));

test("provision writes the settings and both sites, and a second time nothing", () => {
  using folder = temporaryFolder();
  expect(provision(folder.path)).toEqual(["simulator.json", "site-bengaluru.json", "site-mumbai.json"]);
  const before = readFileSync(join(folder.path, "simulator.json"), "utf8");
  expect(provision(folder.path)).toEqual([]);
  expect(readFileSync(join(folder.path, "simulator.json"), "utf8")).toBe(before);
});

test("each edge's hash in the site is that of its password in the settings, and all passwords differ", () => {
  using folder = temporaryFolder();
  provision(folder.path);
  const { passwords } = readSimulatorSettings(join(folder.path, "simulator.json"));
  for (const name of ["site-bengaluru.json", "site-mumbai.json"])
    for (const edge of site(folder.path, name).edges)
      expect(edge.passwordSha256).toBe(
        createHash("sha256")
          .update(passwords[edge.ssid] ?? "")
          .digest("hex"),
      );
  expect(new Set(Object.values(passwords)).size).toBe(Object.keys(passwords).length);
});

test("only the owner can read the passwords", () => {
  using folder = temporaryFolder();
  provision(folder.path);
  expect(statSync(join(folder.path, "simulator.json")).mode & 0o777).toBe(0o600);
});

test("completes an interrupted run with the passwords that it had created", () => {
  using folder = temporaryFolder();
  provision(folder.path);
  const before = site(folder.path, "site-mumbai.json");
  rmSync(join(folder.path, "site-mumbai.json"));
  expect(provision(folder.path)).toEqual(["site-mumbai.json"]);
  expect(site(folder.path, "site-mumbai.json")).toEqual(before);
});

test("reports settings that cannot be read, and does not change them", () => {
  using folder = temporaryFolder();
  writeFileSync(join(folder.path, "simulator.json"), '{"passwords": {"GW-BLR-A": 7}}');
  expect(() => provision(folder.path)).toThrow(SettingsError);
  expect(() => provision(folder.path)).toThrow(/passwords/);
  expect(readFileSync(join(folder.path, "simulator.json"), "utf8")).toContain("7");
});
