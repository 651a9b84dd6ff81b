/** Noise has no limit. */
export const NOISE = "NOISE";

/** The points of a comfort sensor with a limit that an administrator sets, by limit. A module of its own: first pages do without the type. */
export const comfortPoints = {
  temperature: "TEMPERATURE",
  humidity: "HUMIDITY",
  lux: "LUMINOUSITY",
  co2: "CO2",
} as const;
