import {
  IRRADIANCE,
  OUTDOOR_TEMPERATURE,
  weatherStation,
} from "@verandah/equipment/types/weather-station.ts";

import { equipmentOf, POINT_INTERVAL_MS } from "../campus/points.ts";
import { sunShare } from "../physics/models/pump.ts";
import { roundTo } from "../physics/surroundings/noise.ts";
import { relativeHumidity } from "../physics/surroundings/weather.ts";
import type { DeviceKind, Moment } from "./device-kind.ts";

/** Irradiance at which panels give their rated power. Source: IEC 60904-3 (standard test conditions). */
const BRIGHTEST_WATT_PER_SQUARE_METRE = 1_000;

function measure({ physics, world }: Moment) {
  const { sun, weather } = physics.surroundings(world.atMs);
  const { temperatureCelsius, humidityGramPerKg, clearness } = weather;
  const { pressureHectopascal } = physics.campus.climate;
  return {
    [OUTDOOR_TEMPERATURE]: roundTo(temperatureCelsius, 1),
    OUTDOOR_HUMIDITY: roundTo(
      relativeHumidity(humidityGramPerKg, temperatureCelsius, pressureHectopascal),
      1,
    ),
    [IRRADIANCE]: Math.round(BRIGHTEST_WATT_PER_SQUARE_METRE * sunShare(sun, clearness)),
  };
}

export const weatherStationKind: DeviceKind = {
  ...equipmentOf(weatherStation),
  longHistory: [OUTDOOR_TEMPERATURE],
  devicesOf: (campus) =>
    campus.weatherStations.map(({ ssid, name, buildingKey }) => ({
      ssid,
      name,
      measure,
      location: buildingKey,
      edge: ssid,
      poweredBy: campus.buildings.find(({ key }) => key === buildingKey)?.upses[0]?.ssid,
      wire: { protocol: "mqtt", intervalMs: POINT_INTERVAL_MS },
    })),
  edgesOf: (campus) => campus.weatherStations.map(({ ssid, name }) => ({ ssid, name, kind: "device" })),
};
