import { expect, test } from "vitest";

import { readStartSettings } from "./settings.ts";
import { healthUrl, serverEnvironment } from "./system.ts";

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
