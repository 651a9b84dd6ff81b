import { z } from "zod";

/** Device types, as `GET device map` names them. Source: spec 2 §7 device map. */
export const deviceType = z.enum([
  "AHU",
  "VAV",
  "CHILLER",
  "ENERGYMETER",
  "UPS",
  "DALI",
  "WAC",
  "ENVIRONMENT",
  "PARKING",
  "SOLARPUMP",
]);

/** Those that stand on a floor, and so can be shown on its map. */
export const mapDeviceTypes: readonly string[] = deviceType.exclude(["SOLARPUMP"]).options;
