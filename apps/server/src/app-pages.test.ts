import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import { join } from "node:path";

import { expect, test } from "vitest";

import { pageScriptsOf } from "./app.ts";
import { aSite } from "./testing/sites.ts";
import { startTestApp } from "./testing/start-test-app.ts";
import { addTestSite } from "./testing/test-site.ts";

test("serves the page at every address of a screen, and answers 404 to names of files that do not exist", async () => {
  const webDist = mkdtempSync(join(os.tmpdir(), "verandah-web-"));
  mkdirSync(join(webDist, "assets"));
  for (const file of ["assets/a-b_1.js", "icon.png", "manifest.webmanifest", "service-worker.js"])
    writeFileSync(join(webDist, file), "");
  writeFileSync(
    join(webDist, "index.html"),
    '<!doctype html><script src="/before-paint.js"></script><script type="module" src="/assets/same.js"></script><script type="module" crossorigin src="/assets/a-b_1.js"></script>',
  );
  writeFileSync(
    join(webDist, "farmer.html"),
    '<!doctype html><script type="module" crossorigin src="/assets/farmer.js"></script>',
  );
  expect(pageScriptsOf(webDist)).toBe("/assets/a-b_1.js /assets/farmer.js");
  expect(pageScriptsOf(join(webDist, "none"))).toBeUndefined();
  await using app = await startTestApp({ webDist });
  const statusOf = async (url: string) => (await app.app.inject({ method: "GET", url })).statusCode;
  expect(await Promise.all(["/", "/login", "/admin/building/1/dashboard"].map(statusOf))).toEqual([
    200, 200, 200,
  ]);
  expect(await statusOf("/assets/a-b_1.js")).toBe(200);
  const files = ["/.env", "/.git/config", "/admin/.env", "/wp-login.php", "/assets/none", "/v1/none"];
  files.push("/assets/", "/assets", "/assets/%00", "/assets/..%2findex.html", "/%2e%2e/x.js");
  expect(await Promise.all(files.map(statusOf))).toEqual(files.map(() => 404));
  const headersOf = async (url: string) => (await app.app.inject({ method: "GET", url })).headers;
  expect((await headersOf("/assets/a-b_1.js"))["cache-control"]).toContain("immutable");
  expect((await headersOf("/icon.png"))["cache-control"]).toBe("public, max-age=86400");
  // A browser that caches these files would continue to show an old version of the page.
  for (const url of ["/", "/manifest.webmanifest", "/service-worker.js"])
    expect((await headersOf(url))["cache-control"]).toBe("no-cache");
  expect((await headersOf("/manifest.webmanifest"))["content-type"]).toMatch(/^application\/manifest\+json/);
  rmSync(webDist, { recursive: true });
});

test("serves the farmer's page to a farmer and before the login, and the app to staff", async () => {
  const webDist = mkdtempSync(join(os.tmpdir(), "verandah-web-"));
  for (const name of ["index", "farmer"]) writeFileSync(join(webDist, `${name}.html`), name);
  await using app = await startTestApp({ webDist });
  const open = (url: string, cookies = {}) => app.app.inject({ method: "GET", url, cookies });
  const tokenOf = async (user: "pumpCustomer" | "operator") =>
    (await app.as(user)).session.token.replace("JWT ", "");
  const [ofFarmer, ofStaff] = [await tokenOf("pumpCustomer"), await tokenOf("operator")];
  const pages = async (url: string) => {
    const answers = [
      await open(url),
      await open(url, { token: ofFarmer }),
      await open(url, { token: ofStaff }),
    ];
    expect(answers.map(({ headers }) => headers["vary"])).toEqual(
      answers.map(() => "cookie, accept-encoding"),
    );
    return answers.map(({ body }) => body);
  };
  expect(await pages("/admin/dashboard?device=P-1")).toEqual(["farmer", "farmer", "index"]);
  expect(await pages("/")).toEqual(["farmer", "farmer", "index"]);
  expect(await pages("/admin/energy")).toEqual(["farmer", "index", "index"]);
  expect((await open("/", { token: "forged", role: "1" })).body).toBe("farmer");
  rmSync(webDist, { recursive: true });
});

test("leads every page to the set-up while there is no user, and serves its page and the files", async () => {
  const webDist = mkdtempSync(join(os.tmpdir(), "verandah-web-"));
  for (const name of ["index.html", "farmer.html", "icon.png"]) writeFileSync(join(webDist, name), name);
  await using app = await startTestApp({ webDist, sites: [] });
  const open = (url: string) => app.app.inject({ method: "GET", url });
  for (const url of ["/", "/login", "/admin/building/1/dashboard", "/nowhere", "/display/room/5"]) {
    const { statusCode, headers } = await open(url);
    expect([url, statusCode, headers["location"]]).toEqual([url, 302, "/set-up"]);
    expect(headers["cache-control"]).toBe("no-store");
  }
  expect((await open("/set-up")).body).toBe("index.html");
  expect((await open("/icon.png")).statusCode).toBe(200);
  await addTestSite(app.ctx, aSite(), 0);
  expect((await open("/login")).body).toBe("farmer.html");
  rmSync(webDist, { recursive: true });
});
