import { z } from "zod";

import { buildingOperators, roles } from "../roles.ts";
import { idParam, route } from "../route.ts";

export const zoneType = z.enum([
  "GL_LOCATION_TYPE_CAMPUS",
  "GL_LOCATION_TYPE_BUILDING",
  "GL_LOCATION_TYPE_FLOOR",
  "GL_LOCATION_TYPE_ZONE",
  "GL_LOCATION_TYPE_AREA",
  "GL_LOCATION_TYPE_ROOM",
  "GL_LOCATION_TYPE_SEAT",
]);
export type ZoneType = z.output<typeof zoneType>;

/** A closed range; both ends belong to it. */
const range = (low: number, high: number) =>
  z
    .object({ min: z.number().min(low).max(high), max: z.number().min(low).max(high) })
    .refine((r) => r.min < r.max, { path: ["max"], error: "Max should be greater than min" });

/**
 * Default limit of CO2 for poor air, ppm. Source: the German Federal Environment Agency's guide value, below 1,000
 * harmless; EN 16798-1 category I, 550 above outdoor air, comes to about the same.
 */
const DEFAULT_CO2_MAX_PPM = 1_000;

const co2Limit = z.object({
  max: z.number().min(400).max(5_000),
});

/** Comfort limits of a campus: °C, %RH, lux, ppm of CO2; minutes over the parking time; watts counted as waste. Source: spec 1 §3. */
export const configuration = z.object({
  temperature: range(-40, 80),
  humidity: range(0, 100),
  lux: range(0, 100_000),
  co2: co2Limit,
  overParked: z.object({ overParked: z.number().min(0).max(100_000) }),
  wastage: z.object({ wastage: z.number().min(0).max(1_000_000_000) }),
});
export type Configuration = z.output<typeof configuration>;

/** Used until an administrator sets other values. */
export const defaultConfiguration: Configuration = {
  temperature: { min: 20, max: 28 },
  humidity: { min: 30, max: 70 },
  lux: { min: 0, max: 1_000 },
  co2: { max: DEFAULT_CO2_MAX_PPM },
  overParked: { overParked: 600 },
  wastage: { wastage: 3_000 },
};

export const getConfiguration = route({
  path: "/v1/campuses/configuration",
  summary: "Comfort limits of one's campus",
  access: buildingOperators,
  topics: ["settings", "places"],
  input: z.object({}),
  reply: configuration,
});

export const saveConfiguration = route({
  path: "/v1/campuses/configuration",
  summary: "Sets the comfort limits of one's campus",
  access: [roles.administrator],
  changes: ["settings"],
  /** A client of the old interface sends no limit of CO2; the stored one stays. */
  input: configuration.partial({ co2: true }),
  sample: {
    temperature: { min: 18, max: 28 },
    humidity: { min: 30, max: 70 },
    lux: { min: 100, max: 1_000 },
    overParked: { overParked: 120 },
    wastage: { wastage: 500 },
  },
  reply: configuration,
});

/** Kinds of places with own limits below the campus. */
export const limitKind = z.enum(["temperature", "humidity", "lux", "co2", "overParked", "wastage"]);
export type LimitKind = z.output<typeof limitKind>;

/** Own limits of a building, floor or zone; missing ones are inherited. */
export const placeLimits = configuration.partial();
export type PlaceLimits = z.output<typeof placeLimits>;

/** A place's own limits, those in force there, and for each the place (the campus's root included) where it is set: the nearest applies. */
const placeConfiguration = z.object({
  id: z.int(),
  name: z.string(),
  own: placeLimits,
  limits: configuration,
  from: z.record(limitKind, z.object({ id: z.int(), name: z.string() })),
});

export const getPlaceConfiguration = route({
  path: "/v1/gl_zone/:id/configuration",
  summary: "Limits of a building, floor or zone, and where they come from",
  access: buildingOperators,
  topics: ["settings", "places"],
  input: z.object({ id: idParam }),
  reply: placeConfiguration,
});

export const savePlaceConfiguration = route({
  path: "/v1/gl_zone/:id/configuration",
  summary: "Sets the own limits of a building, floor or zone; missing ones are inherited again",
  access: [roles.administrator],
  changes: ["settings"],
  input: placeLimits.extend({ id: idParam }),
  reply: placeConfiguration,
});

const delaySeconds = z.int().min(0).max(3_600);
const setting = (deadbandMax: number) =>
  z.object({
    deadband: z.number().min(0).max(deadbandMax),
    on_delay_seconds: delaySeconds,
    off_delay_seconds: delaySeconds,
  });

/**
 * How alarms of a kind of limit behave: `deadband` is how far within the limit a value must return (in its own unit: °C, %RH, lux, ppm, W), the
 * delays how long it must be out, or back, without a break. The on-delay of `overParked` is its limit. Source: ISA-18.2 §10.
 */
export const alarmSettings = z.object({
  temperature: setting(20),
  humidity: setting(50),
  lux: setting(10_000),
  co2: setting(1_000),
  overParked: z.object({ off_delay_seconds: delaySeconds }),
  wastage: setting(1_000_000),
});
export type AlarmSettings = z.output<typeof alarmSettings>;

/** Room values change in minutes: an open door or a passing cloud must not raise an alarm. Source: ISA-18.2 §10 (on-delay and off-delay). */
const COMFORT_DELAY_S = 300;

/**
 * Used until an administrator sets other values. Deadbands: about twice the accuracy of a normal room sensor. Wastage: lights and fans run
 * on for a while after the last person leaves, and a person who only crosses the floor does not end the waste.
 */
export const defaultAlarmSettings: AlarmSettings = {
  temperature: { deadband: 0.5, on_delay_seconds: COMFORT_DELAY_S, off_delay_seconds: COMFORT_DELAY_S },
  humidity: { deadband: 2, on_delay_seconds: COMFORT_DELAY_S, off_delay_seconds: COMFORT_DELAY_S },
  lux: { deadband: 20, on_delay_seconds: COMFORT_DELAY_S, off_delay_seconds: COMFORT_DELAY_S },
  co2: { deadband: 50, on_delay_seconds: COMFORT_DELAY_S, off_delay_seconds: COMFORT_DELAY_S },
  overParked: { off_delay_seconds: 15 },
  wastage: { deadband: 0, on_delay_seconds: 900, off_delay_seconds: 60 },
};

export const getAlarmSettings = route({
  path: "/v1/campuses/configuration/alarm-settings",
  summary: "Deadbands and delays of the alarms of one's campus, by kind of limit",
  access: buildingOperators,
  topics: ["settings", "places"],
  input: z.object({}),
  reply: alarmSettings,
});

export const saveAlarmSettings = route({
  path: "/v1/campuses/configuration/alarm-settings",
  summary: "Sets the deadbands and delays of the alarms of one's campus",
  access: [roles.administrator],
  changes: ["settings"],
  input: alarmSettings,
  sample: defaultAlarmSettings,
  reply: alarmSettings,
});
