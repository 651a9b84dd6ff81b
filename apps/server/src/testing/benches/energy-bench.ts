import type { EnergySettings } from "@verandah/equipment/energy-settings.ts";

import { aDevice, aSite } from "../sites.ts";
import { startTestApp } from "../start-test-app.ts";

const QUARTER_MS = 900_000;
/** Midnight of Monday, 5 January 2026 in Kolkata. */
export const MIDNIGHT_MS = Date.parse("2026-01-04T18:30:00Z");

/** The default devices of the bench. */
export const energySettings: EnergySettings = {
  contractKilowatt: 5,
  carbonKilogramPerKilowattHour: 0.7,
  tariff: [
    { name: "Night", fromHour: 0, rupeesPerKilowattHour: 5 },
    { name: "Day", fromHour: 6, rupeesPerKilowattHour: 8 },
  ],
};

interface Bench {
  now?: string;
  /** Devices and their locations. */
  meters?: Record<string, string>;
  energy?: EnergySettings;
}

/** A building with meters and a weather station, and functions that call its energy routes. */
export async function startEnergy({
  now = "2026-01-05T06:30:00Z",
  meters = { "T-E1": "T/g", "T-E2": "T/g", "T-E3": "T/f1" },
  energy = energySettings,
}: Bench = {}) {
  const site = aSite();
  const points = ["energyTotal", "activePowerTotal"];
  for (const [ssid, location] of Object.entries(meters))
    site.devices.push(aDevice("ENERGYMETER", ssid, points, { location, edge: "T-GW" }));
  site.devices.push(
    aDevice("WEATHERSTATION", "T-WX", ["OUTDOOR_TEMPERATURE"], { location: "T/tower", edge: "T-GW" }),
  );
  const app = await startTestApp({ now, sites: [{ ...site, energy }] });
  const user = await app.as("viewer");
  const { rows } = await app.query("select id, key from locations");
  const idOf = (key: string) => Number(rows.find((row) => row["key"] === key)?.["id"]);
  return {
    app,
    user,
    idOf,
    call: (path: string, id: number | string = idOf("T/tower")) => user.get(`/v1/energy/${id}/${path}`),
    async get<T>(path: string, id?: number): Promise<T> {
      return (await this.call(path, id)).json<T>();
    },
    /** A counter's value at quarters of an hour, numbered from midnight of 5 January. */
    count: (ssid: string, from: number, to: number, valueOf: (quarter: number) => number) =>
      app.send("T-GW", [
        {
          device: ssid,
          point: ssid === "T-WX" ? "OUTDOOR_TEMPERATURE" : "energyTotal",
          values: Array.from({ length: to - from }, (_, at) => [
            MIDNIGHT_MS + (from + at) * QUARTER_MS,
            valueOf(from + at),
          ]),
        },
      ]),
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}
