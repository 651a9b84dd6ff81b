import { z } from "zod";

import { commonSettings, defineProtocolData, milliseconds, MQTT_STALE_MS, requestTimeout } from "./fields.ts";
import { missingField, pointList, profilePoint, typeName } from "./profile-point.ts";

const DAY_MS = 86_400_000;

/** Source: MQTT 3.1.1 §4.7. */
const topicFilter = z
  .string()
  .min(1)
  .max(500)
  .regex(/^(?:#|(?:\+|[^+#/\0]*)(?:\/(?:\+|[^+#/\0]*))*(?:\/#)?)$/, "A topic such as sensors/+/temperature");

/** The forms `$.a.b[0]` and `value_json.a["b"]` become `a.b.0`. */
const jsonPath = z
  .string()
  .max(500)
  .transform((path) =>
    path
      .replace(/^(?:\$|value_json)(?=[.[]|$)/, "")
      .replaceAll(
        /\[(?:"([^"]*)"|'([^']*)'|(\d+))\]/g,
        (_all, double, single, index) => `.${index ?? String(double ?? single).replaceAll(".", "\\.")}`,
      )
      .replace(/^\./, ""),
  )
  .refine((path) => !/(?:^|[^\\])\.(?:\.|$)/.test(path), "A path such as a.b.0");

const staleMs = z
  .int()
  .min(1_000)
  .max(7 * DAY_MS);

const availability = z.strictObject({
  topic: topicFilter,
  /** Where the word is, in a payload with JSON. */
  path: jsonPath.default(""),
  online: z.string().min(1).default("online"),
  offline: z.string().min(1).default("offline"),
  /** While it shows the device as online, the device may be silent. The topic is that of the device, not of its bridge. */
  isEnough: z.boolean().default(false),
});

const device = z.strictObject({
  ...commonSettings,
  driver: z.literal("mqtt"),
  /** The topics of the profile follow this one. A filter such as `+/+/BTtoMQTT/A4C138` finds the device behind every bridge. */
  topic: topicFilter.optional(),
  /** The device is offline after this time without a message. A device that sleeps needs a longer one than `mqtt.staleMs`. */
  staleMs: staleMs.optional(),
  /** Topics that show whether the device can be reached. All of them must, or any of them (`availableIf`). */
  availability: z.array(availability).max(10).default([]),
  availableIf: z.enum(["all", "any"]).default("all"),
});
export type MqttDevice = z.output<typeof device>;

const point = profilePoint.extend({
  ...missingField,
  /** The topic after that of the device; without one it is that of the device. */
  topic: topicFilter.optional(),
  /** Names of nested members, joined by dots, such as `object.temperature`; without a path the whole payload is the value. */
  path: jsonPath.default(""),
  /** The value of the point is the value in the message × `scale` + `offset`. */
  scale: z
    .number()
    .refine((scale) => scale !== 0, "A scale is not 0")
    .default(1),
  offset: z.number().default(0),
  /** The number of each word, in capitals or not. */
  words: z
    .array(z.tuple([z.string().min(1), z.number()]))
    .max(200)
    .optional(),
  /** Where the message has the instant of the value: a text with a time zone, or seconds or milliseconds since 1970. */
  time: jsonPath.optional(),
  /** The device sends the value when it changes, so it holds as long as the device can be reached. */
  onChange: z.boolean().default(false),
});
export type MqttPoint = z.output<typeof point>;

const profile = z.strictObject({
  protocol: z.literal("mqtt"),
  type: typeName,
  /** `time` of the points without their own. */
  time: jsonPath.optional(),
  points: pointList(point),
});

/** The site's own broker, and the devices that send to it. Source: MQTT 3.1.1. */
export const mqtt = defineProtocolData({
  shared: z
    .strictObject({
      ...requestTimeout,
      url: z.url({ protocol: /^mqtts?$/, error: "An address such as mqtt://192.168.1.5:1883" }).optional(),
      user: z.string().min(1).optional(),
      password: z.string().min(1).optional(),
      /** A device is offline after this time without a message. The default is three intervals of a Tasmota. */
      staleMs: staleMs.default(MQTT_STALE_MS),
      /** Shortest time between two values of a point that the gateway passes on. */
      minIntervalMs: milliseconds(0, 60_000, 1_000),
      /** Topics of Home Assistant's discovery begin with it. */
      discoveryPrefix: topicFilter.default("homeassistant"),
      /** Delay before a reconnect. */
      reconnectMs: milliseconds(10, 60_000, 2_000),
    })
    .prefault({}),
  device,
  profile,
});
