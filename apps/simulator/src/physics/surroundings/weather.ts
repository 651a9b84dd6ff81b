import type { Climate } from "../../campus/shapes.ts";
import type { LocalTime } from "./local-clock.ts";
import { drift } from "./noise.ts";

export interface Weather {
  temperatureCelsius: number;
  humidityGramPerKg: number;
  pm25: number;
  /** 0 overcast to 1 clear. */
  clearness: number;
}

const COLDEST_HOUR = 6;
const WARMEST_HOUR = 15;
const DAY_MS = 86_400_000;

/** Temperature between the night's low (0) and the day's high (1). */
function warmthOfHour(hour: number): number {
  const rise = WARMEST_HOUR - COLDEST_HOUR;
  if (hour >= COLDEST_HOUR && hour < WARMEST_HOUR)
    return (1 - Math.cos((Math.PI * (hour - COLDEST_HOUR)) / rise)) / 2;
  const since = (hour - WARMEST_HOUR + 24) % 24;
  return (1 + Math.cos((Math.PI * since) / (24 - rise))) / 2;
}

/** Dust from traffic: twice a day, 0 to 1. */
function rushHour(hour: number): number {
  return Math.exp(-((hour - 9) ** 2) / 3) + Math.exp(-((hour - 19) ** 2) / 4);
}

/** The outdoor air at an instant: it depends on the clock and differs slightly by day. */
export function weatherAt(climate: Climate, seed: number, atMs: number, local: LocalTime): Weather {
  const span = climate.highCelsius - climate.lowCelsius;
  return {
    temperatureCelsius:
      climate.lowCelsius + span * warmthOfHour(local.hour) + 1.2 * drift(seed, atMs, 1.5 * DAY_MS),
    humidityGramPerKg: climate.humidityGramPerKg + 0.8 * drift(seed + 1, atMs, DAY_MS / 2),
    pm25: Math.max(
      4,
      climate.pm25 * (1 + 0.6 * rushHour(local.hour) + 0.3 * drift(seed + 2, atMs, DAY_MS / 4)),
    ),
    clearness: 0.65 + 0.35 * drift(seed + 3, atMs, DAY_MS / 10),
  };
}

/** Saturation vapour pressure, hPa. Source: Magnus formula over water. */
function saturationHectopascal(celsius: number): number {
  return 6.112 * Math.exp((17.62 * celsius) / (243.12 + celsius));
}

/** Relative humidity of air that holds `gramPerKg` of water, percent. */
export function relativeHumidity(gramPerKg: number, celsius: number, pressureHectopascal: number): number {
  const vapour = (gramPerKg * pressureHectopascal) / (622 + gramPerKg);
  return Math.min(99, (100 * vapour) / saturationHectopascal(celsius));
}
