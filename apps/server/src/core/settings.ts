import path from "node:path";

import { z } from "zod";

import { listOfNetworks } from "#core/http/public-fetch.ts";

import { defaultFieldTimes, type FieldTimes } from "./field-times.ts";

export const serverRoles = ["api", "ingest", "jobs"] as const;
export type ServerRole = (typeof serverRoles)[number];

const port = z.coerce.number().int().min(0).max(65_535);

/** The minimum is one day more than the longest trend of single values. */
const keepDays = z.coerce.number().int().min(3).max(36_600);

/** A time for the field (`FieldTimes`), given in seconds and read as ms. */
const fieldTime = (name: keyof FieldTimes) =>
  z.coerce
    .number({ error: "a number of seconds from 0.1 to 3600" })
    .min(0.1)
    .max(3_600)
    .transform((seconds) => seconds * 1_000)
    .prefault(defaultFieldTimes[name] / 1_000);

/** `host:port`, e.g. 127.0.0.1:1883. */
const listenAddress = z
  .string()
  .regex(/^(\[[0-9a-fA-F:]+\]|[^:]+):\d{1,5}$/, "host:port")
  .transform((text) => {
    const at = text.lastIndexOf(":");
    return { host: text.slice(0, at).replace(/^\[|\]$/g, ""), port: Number(text.slice(at + 1)) };
  });

function areNetworks(networks: readonly string[]): boolean {
  try {
    listOfNetworks(networks);
    return true;
  } catch {
    return false;
  }
}

const schema = z
  .object({
    PORT: port.default(3000),
    HOST: z.string().min(1).default("127.0.0.1"),
    DATA_DIR: z.string().min(1).default("./data"),
    DATABASE_URL: z
      .string({ error: "give the address of a PostgreSQL database" })
      .regex(/^postgres(ql)?:\/\//, "must begin with postgres://"),
    /** `on`: without a synchronous standby of the database there is an alarm. */
    DATABASE_STANDBY: z.enum(["on", "off"]).default("off"),
    MQTT_LISTEN: listenAddress.optional(),
    MQTT_TLS_LISTEN: listenAddress.optional(),
    METRICS_LISTEN: z.union([z.literal("off"), listenAddress], { error: "host:port, or off" }).optional(),
    MQTT_TLS_CERT: z.string().optional(),
    /** The certificate that will follow it, which gateways accept from now on. */
    MQTT_TLS_NEXT_CERT: z.string().optional(),
    /** Where gateways reach the broker, when it is not the host of the pages with the port of the broker. */
    MQTT_PUBLIC_URL: z
      .url({ protocol: /^mqtts?$/, error: "must be an address such as mqtts://verandah.example.com:8883" })
      .optional(),
    MQTT_TLS_KEY: z.string().optional(),
    VERANDAH_ROLES: z
      .string()
      .default(serverRoles.join(","))
      .transform((text) => text.split(",").map((role) => role.trim()))
      .pipe(z.array(z.enum(serverRoles, { error: `a list of ${serverRoles.join(", ")}` })).min(1)),
    /** Of this process among those of the server, the same after a restart. */
    PROCESS_NAME: z.string().min(1).max(100).optional(),
    /** NATS servers that carry the bus, in place of the database. */
    NATS_URL: z
      .string()
      .default("")
      .transform((text) => text.split(",").flatMap((part) => part.trim() || []))
      .pipe(
        z.array(
          z.url({ protocol: /^(nats|tls)$/, error: "addresses such as nats://user:password@host:4222" }),
        ),
      ),
    NATS_CA_FILE: z.string().optional(),
    DEMO: z.enum(["on", "off"]).default("off"),
    SITE_FILES: z
      .string()
      .default("")
      .transform((text) => text.split(",").flatMap((file) => file.trim() || [])),
    WEB_DIST: z.string().default(path.resolve(import.meta.dirname, "../../../web/dist")),
    PUBLIC_URL: z.url({ protocol: /^https?$/, error: "must be an http or https address" }).optional(),
    /** Addresses of the proxies that name the addresses of their clients: by `X-Forwarded-For`, or by the PROXY protocol. */
    TRUSTED_PROXIES: z
      .string()
      .default("")
      .transform((text) => text.split(",").flatMap((part) => part.trim() || [])),
    LOG_LEVEL: z.enum(["debug", "info", "warn", "error"]).default("info"),
    LOGIN_MESSAGES: z.enum(["exact", "generic"]).default("exact"),
    READINGS_KEEP_DAYS: keepDays.default(400),
    ROLLUP_5M_KEEP_DAYS: keepDays.default(800),
    ROLLUP_1H_KEEP_DAYS: keepDays.default(3_660),
    ROLLUP_1D_KEEP_DAYS: keepDays.default(36_600),
    GATEWAY_RECONNECT_S: fieldTime("gatewayReconnectMs"),
    DEVICE_RECONNECT_S: fieldTime("deviceReconnectMs"),
    GATEWAY_BACK_S: fieldTime("gatewayBackMs"),
    GATEWAY_ALARM_DELAY_S: fieldTime("gatewayAlarmDelayMs"),
    COMMAND_DEADLINE_S: fieldTime("commandDeadlineMs"),
    SCHEDULE_SETTLE_S: fieldTime("scheduleSettleMs"),
    SMTP_HOST: z.string().min(1).optional(),
    SMTP_PORT: port.default(587),
    /** `on`: TLS from the start. `starttls`: STARTTLS is required. `off`: STARTTLS if the mail server offers it. */
    SMTP_SECURE: z.enum(["on", "starttls", "off"]).default("off"),
    SMTP_USER: z.string().optional(),
    SMTP_PASSWORD: z.string().optional(),
    MAIL_FROM: z.string().default("Verandah <verandah@localhost>"),
    GRAPH_TENANT_ID: z.string().optional(),
    GRAPH_CLIENT_ID: z.string().optional(),
    GRAPH_CLIENT_SECRET: z.string().optional(),
    /** Private networks whose calendar feeds may be read. */
    CALENDAR_NETWORKS: z
      .string()
      .default("")
      .transform((text) => text.split(",").flatMap((part) => part.trim() || []))
      .refine(areNetworks, "a list of networks such as 10.1.0.0/16"),
    /** The JSON key of a Google service account. */
    GOOGLE_KEY_FILE: z.string().optional(),
  })
  .refine(
    (s) =>
      [s.GRAPH_CLIENT_ID, s.GRAPH_CLIENT_SECRET].every(
        (v) => (v === undefined) === (s.GRAPH_TENANT_ID === undefined),
      ),
    {
      path: ["GRAPH_TENANT_ID"],
      error: "goes with GRAPH_CLIENT_ID and GRAPH_CLIENT_SECRET: give all three or none",
    },
  )
  .refine(
    (s) =>
      [s.MQTT_TLS_LISTEN, s.MQTT_TLS_CERT, s.MQTT_TLS_KEY].every(
        (v) => (v === undefined) === (s.MQTT_TLS_LISTEN === undefined),
      ),
    { path: ["MQTT_TLS_LISTEN"], error: "goes with MQTT_TLS_CERT and MQTT_TLS_KEY: give all three or none" },
  )
  .refine((s) => s.MQTT_TLS_NEXT_CERT === undefined || s.MQTT_TLS_CERT !== undefined, {
    path: ["MQTT_TLS_NEXT_CERT"],
    error: "needs MQTT_TLS_CERT",
  });

export type Settings = z.output<typeof schema>;

export const fieldTimesOf = (settings: Settings): FieldTimes => ({
  gatewayReconnectMs: settings.GATEWAY_RECONNECT_S,
  deviceReconnectMs: settings.DEVICE_RECONNECT_S,
  gatewayBackMs: settings.GATEWAY_BACK_S,
  gatewayAlarmDelayMs: settings.GATEWAY_ALARM_DELAY_S,
  commandDeadlineMs: settings.COMMAND_DEADLINE_S,
  scheduleSettleMs: settings.SCHEDULE_SETTLE_S,
});

/** Invalid settings; `message` has one line for each. */
export class SettingsError extends Error {
  override name = "SettingsError";
}

/**
 * Reads the settings of the server from the environment. An empty variable counts as not set. @throws SettingsError for all invalid
 * settings
 */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
  throw new SettingsError(lines.join("\n"));
}
