import { z } from "zod";

import { roles } from "../roles.ts";
import { idParam, instant, route } from "../route.ts";
import { shownLine } from "../shown-text.ts";

const access = [roles.administrator] as const;
const name = shownLine(120);
const ssid = z
  .string()
  .regex(/^[A-Za-z0-9][\w.-]{0,63}$/, "1 to 64 letters, digits, dots, underscores or hyphens");
const profileName = z
  .string()
  .max(60)
  .regex(/^[a-z0-9-]+$/, "Lower-case letters, digits and hyphens");
/** Fields of a protocol, in the form of a gateway's settings file. */
const fields = z.record(z.string().max(40), z.unknown());
const intervalMs = z.int().min(50).max(3_600_000).nullable();

/** How a gateway or a sensor reaches the broker. */
const address = z.object({
  /** Such as `mqtts://verandah.example.com:8883`. */
  url: z.string(),
  /** SHA-256 of the server's certificate in hexadecimal digits; null when the server has none. */
  fingerprint: z.string().nullable(),
  isEncrypted: z.boolean(),
});
export type MqttAddress = z.output<typeof address>;

/** A code with which a gateway joins once. It is shown only in this reply. */
const claim = z.object({ id: z.int(), code: z.string(), expiresAt: instant, address });
export type GatewayClaim = z.output<typeof claim>;

const gateway = z.object({
  id: z.int(),
  ssid: z.string(),
  name: z.string(),
  state: z.enum(["online", "offline", "unknown"]),
  stateSince: instant.nullable(),
  software: z.string().nullable(),
  devices: z.int(),
  outboxPending: z.int().nullable(),
  outboxDropped: z.int().nullable(),
  /** Whether it has a password, so that it can connect. */
  hasJoined: z.boolean(),
  /** Until when a claim code can be used. */
  codeUntil: instant.nullable(),
  /** Of the server, as the gateway accepts it, and the one that will follow. Absent: it trusts authorities, or nothing is known. */
  certificate: z
    .object({
      validUntil: instant,
      next: z.object({ validUntil: instant, isKnown: z.boolean() }).optional(),
    })
    .nullish(),
  /** Null: it runs from its own files. */
  model: z
    .object({
      version: z.string(),
      /** The version in force, as the gateway reports it. */
      inForce: z.string().nullable(),
      /** Why the gateway refused `version`. */
      refused: z.string().nullable(),
      settings: z.record(z.string(), fields),
    })
    .nullable(),
});
export type Gateway = z.output<typeof gateway>;

const gatewayDevice = z.object({
  ssid: z.string(),
  name: z.string(),
  type: z.string(),
  place: z.string(),
  state: z.enum(["online", "offline", "unknown"]),
  /** Null: the gateway does not know yet how to reach it. */
  reach: z
    .object({
      protocol: z.string(),
      /** Without passwords, which are only written. */
      address: fields,
      profile: z.string(),
      intervalMs: z.int().nullable(),
    })
    .nullable(),
});
export type GatewayDevice = z.output<typeof gatewayDevice>;

export const listGateways = route({
  path: "/v1/gateways",
  summary: "The gateways of one's campus with their connection and the state of their model",
  access,
  topics: ["gateways", "devices", "device-states"],
  input: z.object({}),
  reply: z.array(gateway),
});

export const getGateway = route({
  path: "/v1/gateways/:id",
  summary: "A gateway with its devices",
  access,
  topics: ["gateways", "devices", "places", "device-states"],
  input: z.object({ id: idParam }),
  reply: gateway.extend({ devices: z.array(gatewayDevice) }),
});

export const createGateway = route({
  path: "/v1/gateways",
  summary: "Adds a gateway that gets its devices from the server, with a claim code",
  access,
  changes: ["gateways", "devices"],
  input: z.object({ name, ssid }),
  sample: { name: "Tower", ssid: "GW-9" },
  reply: claim,
});

export const renewClaimCode = route({
  path: "/v1/gateways/:id/code",
  summary: "Makes a new claim code; the password of the gateway ends when a gateway has joined with it",
  access,
  changes: ["gateways"],
  input: z.object({ id: idParam }),
  reply: claim,
});

export const editGateway = route({
  path: "/v1/gateways/:id/edit",
  summary: "Changes the name of a gateway, and the settings of its protocols",
  access,
  changes: ["gateways", "devices"],
  input: z.object({
    id: idParam,
    name: name.optional(),
    /** Sections that replace those of the gateway; an empty section has its defaults. */
    settings: z.record(z.string().max(40), fields).optional(),
  }),
  sample: { name: "Tower" },
  reply: z.object({}),
});

export const removeGateway = route({
  path: "/v1/gateways/:id/remove",
  summary: "Removes a gateway without devices; its password and its claim code end",
  access,
  changes: ["gateways", "devices", "device-states"],
  input: z.object({ id: idParam }),
  reply: z.object({}),
});

export const restoreGateway = route({
  path: "/v1/gateways/:id/restore",
  summary: "Brings a removed gateway back; it joins with a new claim code",
  access,
  changes: ["gateways", "devices", "device-states"],
  input: z.object({ id: idParam }),
  reply: z.object({}),
});

const reach = { protocol: z.string().max(20), address: fields, profile: profileName, intervalMs };

export const addGatewayDevice = route({
  path: "/v1/gateways/:id/devices",
  summary: "Adds a device behind a gateway, with the points that its type and its profile have",
  access,
  changes: ["gateways", "devices", "places"],
  input: z.object({ id: idParam, ssid, name, type: z.string().max(64), place: z.int32(), ...reach }),
  sample: {
    ssid: "EM-9",
    name: "Meter 9",
    type: "ENERGYMETER",
    place: 1,
    protocol: "modbus",
    address: { address: "192.168.1.9:502", unitId: 1 },
    profile: "modbus-energy-meter",
    intervalMs: null,
  },
  reply: z.object({ ssid: z.string() }),
});

export const editGatewayDevice = route({
  path: "/v1/gateways/devices/:ssid/edit",
  summary: "Changes how a gateway reaches a device; a password that is left out stays",
  access,
  changes: ["gateways", "devices"],
  input: z.object({ ssid: z.string().max(64), ...reach }),
  sample: {
    protocol: "modbus",
    address: { address: "192.168.1.9:502", unitId: 1 },
    profile: "modbus-energy-meter",
    intervalMs: null,
  },
  reply: z.object({}),
});

export const importGatewayFile = route({
  path: "/v1/gateways/:id/import",
  summary: "Stores the settings file of a gateway as its model, or shows what that would change",
  access,
  changes: ["gateways", "devices", "places"],
  input: z.object({
    id: idParam,
    yaml: z.string().min(1).max(500_000),
    /** Of devices that the campus does not have. */
    place: z.int32(),
    /** The devices and profiles of the preview; nothing is stored without it. */
    isConfirmed: z.boolean().default(false),
  }),
  sample: { yaml: "ssid: GW-9\ndevices: []", place: 1 },
  reply: z.object({
    /** `isNew`: it becomes a device of the campus. Else it gets its address. */
    devices: z.array(z.object({ ssid: z.string(), type: z.string(), isNew: z.boolean() })),
    profiles: z.array(z.string()),
    sections: z.array(z.string()),
  }),
});

export const listProfiles = route({
  path: "/v1/gateway_profiles",
  summary: "Profiles that all gateways have, and those of one's campus",
  access,
  topics: ["gateways"],
  input: z.object({}),
  reply: z.array(
    z.object({
      name: z.string(),
      protocol: z.string(),
      type: z.string().nullable(),
      points: z.int(),
      isOwn: z.boolean(),
    }),
  ),
});

export const getProfile = route({
  path: "/v1/gateway_profiles/:name",
  summary: "A profile as YAML",
  access,
  topics: ["gateways"],
  input: z.object({ name: profileName }),
  sample: { name: "modbus-energy-meter" },
  reply: z.object({ name: z.string(), yaml: z.string(), isOwn: z.boolean() }),
});

export const saveProfile = route({
  path: "/v1/gateway_profiles",
  summary: "Adds a profile of one's campus, or replaces it",
  access,
  changes: ["gateways", "devices"],
  input: z.object({ name: profileName, yaml: z.string().min(1).max(200_000) }),
  sample: { name: "own-meter", yaml: "extends: modbus-energy-meter" },
  reply: z.object({}),
});

export const removeProfile = route({
  path: "/v1/gateway_profiles/:name/remove",
  summary: "Removes a profile of one's campus that no device has",
  access,
  changes: ["gateways"],
  input: z.object({ name: profileName }),
  sample: { name: "own-meter" },
  reply: z.object({}),
});

/** What a sensor that connects by itself needs; the password is only in this reply. */
const sensorAccess = z.object({
  ssid: z.string(),
  password: z.string(),
  topic: z.string(),
  address,
  /** A command that sends one value. */
  line: z.string(),
});
export type SensorAccess = z.output<typeof sensorAccess>;

export const listSensors = route({
  path: "/v1/mqtt_sensors",
  summary: "Devices that connect to the server by themselves, but for pumps",
  access,
  topics: ["devices", "places", "device-states"],
  input: z.object({}),
  reply: z.array(
    z.object({
      id: z.int(),
      ssid: z.string(),
      name: z.string(),
      type: z.string(),
      place: z.string(),
      state: z.enum(["online", "offline", "unknown"]),
    }),
  ),
});

export const addSensor = route({
  path: "/v1/mqtt_sensors",
  summary: "Adds a device that connects to the server by itself",
  access,
  changes: ["devices", "places"],
  input: z.object({ name, ssid, type: z.string().max(64), place: z.int32() }),
  sample: { name: "Sensor 9", ssid: "S-9", type: "ENERGYMETER", place: 1 },
  reply: sensorAccess,
});

export const renewSensorPassword = route({
  path: "/v1/mqtt_sensors/:id/renew",
  summary: "Replaces the password of a sensor, and ends its connection with the old one",
  access,
  changes: [],
  input: z.object({ id: idParam }),
  reply: sensorAccess,
});
