import { z } from "zod";

/** Longest `ssid`, characters: it is part of MQTT topics and client ids. Source: broker setting maxClientsIdLength. */
export const SSID_MAX_LENGTH = 64;

/**
 * A device's or edge's stable field address in the product. Only characters that mean nothing to MQTT (no `/`, `+`, `#`).
 * Source: product.md "Words and shapes"; MQTT 3.1.1 §4.7.
 */
export const ssid = z
  .string()
  .min(1)
  .max(SSID_MAX_LENGTH)
  .regex(/^[A-Za-z0-9][A-Za-z0-9_.-]*$/, "An ssid has letters, digits, dot, underscore and hyphen only");

/** A point's name within its device, e.g. `Return Air Temperature` or `TEMPERATURE`. */
export const paramId = z.string().min(1).max(80);

/** An instant on the wire: milliseconds since 1970 (UTC), whole. */
export const instantMs = z.int().min(0).max(8_640_000_000_000_000);
