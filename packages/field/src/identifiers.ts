import { z } from "zod";

/** Maximum length of an `ssid`, which is part of MQTT topics and client ids. Source: broker setting maxClientsIdLength. */
export const SSID_MAX_LENGTH = 64;

const SSID_FORM = /^[A-Za-z0-9][A-Za-z0-9_.-]*$/;

/**
 * A device's or edge's stable field address in the product. Only characters without a meaning in MQTT topics (no `/`, `+`, `#`).
 * Source: product.md "Words and shapes"; MQTT 3.1.1 §4.7.
 */
export const ssid = z
  .string()
  .min(1)
  .max(SSID_MAX_LENGTH)
  .regex(SSID_FORM, "1 to 64 letters, digits, dots, underscores or hyphens");

/** Whether the schema `ssid` accepts `value`. */
export const isSsid = (value: unknown): value is string =>
  typeof value === "string" && value.length <= SSID_MAX_LENGTH && SSID_FORM.test(value);

const PARAM_ID_MAX_LENGTH = 80;

/** A point's name within its device, e.g. `Return Air Temperature` or `TEMPERATURE`. */
export const paramId = z.string().min(1).max(PARAM_ID_MAX_LENGTH);

/** Whether the schema `paramId` accepts `value`. */
export const isParamId = (value: unknown): value is string =>
  typeof value === "string" && value.length > 0 && value.length <= PARAM_ID_MAX_LENGTH;

/** The last instant of JavaScript dates. Source: ECMA-262 §21.4.1.1. */
const INSTANT_MAX_MS = 8_640_000_000_000_000;

/** An instant in a message: whole milliseconds since 1970 (UTC). */
export const instantMs = z.int().min(0).max(INSTANT_MAX_MS);

/** Whether the schema `instantMs` accepts `value`. */
export const isInstantMs = (value: unknown): value is number =>
  typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= INSTANT_MAX_MS;
