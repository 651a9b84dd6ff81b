import { mqtt as data } from "@verandah/field/protocols/mqtt.ts";
import { startTestBroker, type TestBroker } from "@verandah/simulator/testing/start-test-broker.ts";
import { connectAsync, type IClientPublishOptions } from "mqtt";
import { vi } from "vitest";

import { profileOf } from "../device-profile.ts";
import type { Driver } from "../drivers/driver.ts";
import { open } from "../drivers/mqtt/mqtt-driver.ts";
import { type DriverBench, REQUEST_TIMEOUT_MS } from "./driver-contract.ts";
import { keepDrivers, shellyStatus } from "./shelly-bench.ts";

export interface MqttBench extends DriverBench {
  broker: TestBroker;
  /** The state that the device sends, as JSON. */
  status: Record<string, unknown>;
  send(topic: string, payload: string | Buffer | object, options?: IClientPublishOptions): Promise<void>;
  /** A driver of a device with these settings; without a profile it is a Shelly Plus PM. */
  driverWith(settings?: object, profile?: object, shared?: object): Promise<Driver>;
  counts(): Record<string, number>;
}

export const SHELLY = "shellyplus1pm-a8032ab12345";
const STATUS = `${SHELLY}/status/switch:0`;

/** A Shelly Plus PM at a real broker, and the driver that receives its values. Source: Shelly Gen2 API, MQTT. */
export async function openMqttBench(): Promise<MqttBench> {
  const status = shellyStatus();
  const broker = await startTestBroker();
  const sender = await connectAsync(broker.url);
  const kept = keepDrivers();
  const counts: MqttBench["counts"] = kept.last;
  let isUnplugged = false;

  async function send(topic: string, payload: string | Buffer | object, options: IClientPublishOptions = {}) {
    const bytes = typeof payload === "string" || Buffer.isBuffer(payload) ? payload : JSON.stringify(payload);
    await sender.publishAsync(topic, bytes, { qos: 1, ...options });
  }
  async function driverWith(settings: object = {}, profile?: object, shared: object = {}): Promise<Driver> {
    const availability = [{ topic: `${SHELLY}/online`, online: "true", offline: "false" }];
    const device = data.device.parse({
      ssid: "SW-2",
      driver: "mqtt",
      profile: "mqtt-shelly-plus-pm",
      topic: SHELLY,
      availability,
      ...settings,
    });
    const subscriptions = broker.subscriptions();
    const drivers = await open(
      data.shared.parse({
        requestTimeoutMs: REQUEST_TIMEOUT_MS,
        url: broker.url,
        reconnectMs: 20,
        minIntervalMs: 0,
        ...shared,
      }),
      [
        {
          settings: device,
          profile: profile
            ? data.profile.parse({ protocol: "mqtt", ...profile })
            : profileOf("mqtt", device.profile),
        },
      ],
    );
    const driver = kept.add(drivers, "SW-2");
    await vi.waitFor(() => {
      if (broker.subscriptions() === subscriptions) throw new Error("The driver has not subscribed");
    });
    return driver;
  }
  const driver = await driverWith();
  async function sendStatus(): Promise<void> {
    const before = counts().received ?? 0;
    await send(`${SHELLY}/online`, String(!isUnplugged), { retain: true });
    if (!isUnplugged) await send(STATUS, status);
    await vi.waitFor(() => {
      if ((counts().received ?? 0) < before + (isUnplugged ? 1 : 2)) throw new Error("not received");
    });
  }
  return {
    broker,
    status,
    send,
    driverWith,
    counts,
    // The device sends by itself: here just before each read.
    driver: {
      ...driver,
      read: async (ids, signal) => {
        await sendStatus();
        return driver.read(ids, signal);
      },
    },
    unplug: () => (isUnplugged = true),
    plug: () => (isUnplugged = false),
    measure(value) {
      status.apower = value;
      send(STATUS, { apower: value }).catch(() => {});
    },
    measured: "activePowerTotal",
    async [Symbol.asyncDispose]() {
      await kept[Symbol.asyncDispose]();
      await sender.endAsync(true);
      await broker[Symbol.asyncDispose]();
    },
  };
}
