import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

import { http } from "@verandah/field/protocols/http.ts";

import { profileOf } from "../device-profile.ts";
import type { Driver } from "../drivers/driver.ts";
import { open } from "../drivers/http/http-driver.ts";
import { type DriverBench, REQUEST_TIMEOUT_MS } from "./driver-contract.ts";
import { keepDrivers, shellyStatus } from "./shelly-bench.ts";

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

export interface HttpBench extends DriverBench {
  url: string;
  /** The answer of the device, as JSON. */
  status: Record<string, unknown>;
  /** The requests that arrived. */
  requests: IncomingMessage[];
  /** Changes the answers from now on. */
  answerWith(answer: Answer): void;
  /** A driver of a device with these settings; without a profile it is a Shelly Plus PM. */
  driverWith(settings?: object, profile?: object): Promise<Driver>;
  counts(): Record<string, number>;
}

/** A Shelly Plus PM, and the driver that reads it over real TCP. */
export async function openHttpBench(): Promise<HttpBench> {
  const status = shellyStatus();
  const requests: IncomingMessage[] = [];
  let isSilent = false;
  let answer: Answer = (_request, response) => void response.end(JSON.stringify(status));
  const server = createServer((request, response) => {
    requests.push(request);
    if (!isSilent) answer(request, response);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const at = server.address();
  const url = `http://127.0.0.1:${at && typeof at === "object" ? at.port : 0}`;
  const kept = keepDrivers();
  async function driverWith(settings: object = {}, profile?: object): Promise<Driver> {
    const name = "http-shelly-plus-pm";
    const device = { ssid: "SW-1", driver: "http", profile: name, url, ...settings };
    const drivers = await open({ requestTimeoutMs: REQUEST_TIMEOUT_MS }, [
      {
        settings: http.device.parse(device),
        profile: profile
          ? http.profile.parse({ protocol: "http", path: "/", ...profile })
          : profileOf("http", name),
      },
    ]);
    return kept.add(drivers, "SW-1");
  }
  return {
    driver: await driverWith(),
    url,
    status,
    requests,
    answerWith: (other) => (answer = other),
    driverWith,
    counts: kept.first,
    unplug: () => (isSilent = true),
    plug: () => (isSilent = false),
    measure: (value) => (status.apower = value),
    measured: "activePowerTotal",
    async [Symbol.asyncDispose]() {
      await kept[Symbol.asyncDispose]();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
