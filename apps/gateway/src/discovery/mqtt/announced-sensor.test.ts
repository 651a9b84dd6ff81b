import { statusMessage } from "@verandah/field/payloads.ts";
import { startTestBroker } from "@verandah/simulator/testing/start-test-broker.ts";
import { temporaryFolder } from "@verandah/simulator/testing/temporary-folder.ts";
import { connectAsync } from "mqtt";
import { pino } from "pino";
import { expect, test, vi } from "vitest";
import { parse } from "yaml";

import { startGateway } from "../../gateway.ts";
import { gatewaySettings } from "../../settings.ts";
import { firmwares } from "../../testing/firmwares.ts";
import { discover } from "../discover.ts";
import { proposalText } from "../proposal.ts";
import { isObject } from "./announced.ts";

const TIME_LIMIT = { timeout: 20_000, interval: 20 };
/** A busy machine may be slower, so the tests listen again until all has arrived. */
const WAIT_MS = 600;

function settingsFor(dataDir: string, url: string, uplink = "mqtt://127.0.0.1:9", copied?: unknown) {
  return gatewaySettings.parse({
    ssid: "GW-1",
    dataDir,
    uplink: { url: uplink, password: "secret", backoffMs: { first: 20, longest: 100 } },
    bacnet: { interface: "127.0.0.1", port: 0, requestTimeoutMs: 500 },
    mqtt: { url, reconnectMs: 50 },
    polling: { intervalMs: 100, gatherMs: 10 },
    devices: [],
    ...(isObject(copied) && copied),
  });
}

test("a sensor announces itself, is proposed, configured, and its value arrives with unit and time", async () => {
  using folder = temporaryFolder();
  await using site = await startTestBroker();
  await using uplink = await startTestBroker();
  const sensor = await connectAsync(site.url);
  const config = {
    name: "Temperature",
    "~": "lab/1",
    stat_t: "~/state",
    val_tpl: "{{ value_json.temp_f | float | round(1) }}",
    unit_of_meas: "°F",
    dev_cla: "temperature",
    exp_aft: 600,
    dev: { ids: ["lab-1"], name: "Lab 1", mf: "Acme", mdl: "T1" },
  };
  await sensor.publishAsync("homeassistant/sensor/lab-1/temperature/config", JSON.stringify(config), {
    retain: true,
  });

  const copied = await vi.waitFor(async () => {
    const proposed: unknown = parse(
      proposalText(await discover(settingsFor(folder.path, site.url), WAIT_MS)),
    );
    expect(proposed).toEqual({
      profiles: {
        "mqtt-lab-1": {
          protocol: "mqtt",
          type: "ENVIRONMENT",
          points: [{ id: "TEMPERATURE", path: "temp_f", unit: "degF" }],
        },
      },
      devices: [
        { ssid: "Lab-1", driver: "mqtt", profile: "mqtt-lab-1", topic: "lab/1/state", staleMs: 600_000 },
      ],
    });
    return proposed;
  }, TIME_LIMIT);
  const settings = settingsFor(folder.path, site.url, uplink.url, copied);
  expect(proposalText(await discover(settings, WAIT_MS))).toContain("All found devices are configured");

  const gateway = await startGateway(settings, pino({ level: "silent" }));
  const began = Date.now();
  const values = await vi.waitFor(async () => {
    await sensor.publishAsync("lab/1/state", JSON.stringify({ temp_f: 68, humidity: null }));
    const [series] = uplink
      .readings("GW-1")
      .flatMap((message) => message.series)
      .filter(({ device, point }) => device === "Lab-1" && point === "TEMPERATURE");
    expect(series).toBeDefined();
    return series?.values ?? [];
  }, TIME_LIMIT);
  expect(values[0]?.[1]).toBe(20);
  expect(values[0]?.[0]).toBeGreaterThanOrEqual(began);
  expect(values[0]?.[0]).toBeLessThanOrEqual(Date.now());
  const online = uplink.published.find(
    ({ kind, payload }) => kind === "status" && payload.includes("online"),
  );
  expect(statusMessage.parse(JSON.parse(online?.payload ?? "")).units).toEqual([
    { devices: ["Lab-1"], points: { TEMPERATURE: "degC" } },
  ]);
  await vi.waitFor(
    () => expect(gateway.health()).toMatchObject([{ device: "Lab-1", state: "online" }]),
    TIME_LIMIT,
  );
  await gateway[Symbol.asyncDispose]();
  await sensor.endAsync(true);
});

test("discover lists what eight firmwares announce, in a form that the settings accept", async () => {
  await using site = await startTestBroker();
  const sender = await connectAsync(site.url);
  for (const [topic, payload] of Object.values(firmwares).flat())
    await sender.publishAsync(topic, typeof payload === "string" ? payload : JSON.stringify(payload), {
      retain: true,
    });
  await vi.waitFor(async () => {
    const text = proposalText(await discover(settingsFor("/nowhere", site.url), WAIT_MS));
    expect(text).toContain("# Office air: without ip_address (Its value is a text)");
    expect(text).toContain(
      "# Office air: wifi_signal has the unknown unit dBm, so its proposed unit is none.",
    );
    const { devices, profiles } = settingsFor("/nowhere", site.url, undefined, parse(text));
    expect(devices).toHaveLength(22);
    expect(Object.keys(profiles)).toHaveLength(22);
  }, TIME_LIMIT);
  await sender.endAsync(true);
});

test("discover reports a broker that it cannot reach", async () => {
  const { remarks, devices } = await discover(settingsFor("/nowhere", "mqtt://127.0.0.1:9"), WAIT_MS);
  expect(devices).toEqual([]);
  expect(remarks).toEqual(["The broker mqtt://127.0.0.1:9 cannot be reached: connection-refused"]);
});
