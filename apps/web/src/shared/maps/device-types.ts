/** Types of device that a map can show, in the wire's words. Source: spec 2 §7 device map. */
export const mapDeviceTypes = [
  "AHU",
  "VAV",
  "ENERGYMETER",
  "UPS",
  "DALI",
  "WAC",
  "ENVIRONMENT",
  "PARKING",
  "CHILLER",
];
