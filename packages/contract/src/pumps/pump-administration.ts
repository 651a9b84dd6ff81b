import { z } from "zod";

import { roles } from "../roles.ts";
import { idParam, instant, route } from "../route.ts";
import { createPumpUser } from "../users/customers.ts";
import { customerForm, PUMP_TYPE, pumpEditForm, pumpForm } from "./pump-forms.ts";

const administrators = [roles.administrator] as const;

/** MQTT credentials of a pump. They are shown once. */
const credentials = z.object({ username: z.string(), password: z.string(), topic: z.string() });
export type PumpCredentials = z.output<typeof credentials>;

const message = z.object({ message: z.string() });
const TOPIC_SAMPLE = "ASPump202600000000000000000099";

export const createPump = route({
  path: "/v1/pump_devices",
  summary: "Adds a solar pump, and answers its MQTT credentials once",
  access: administrators,
  changes: ["devices", "customers"],
  input: pumpForm.extend({
    /** A place of `listPumpPlaces`. Without it: the place of the first pump. */
    building_id: idParam.optional(),
  }),
  sample: {
    name: "Pump 99",
    ss_type: PUMP_TYPE.value,
    ss_address_value: TOPIC_SAMPLE,
    serial_number: "1",
    model_number: "M1",
    manufacturing_site: "Pune",
    manufacturing_date: "05/01/2026",
    digital_board_serial_number: "1",
    DR_DC_board_serial_number: "1",
    power_board_serial_number: "1",
  },
  /** Source: spec 2 §7 create device. */
  reply: message.extend({ credentials }),
});

/** `device` adds a pump; `ss_id` names one that no customer has. */
export const createCustomerWithPump = route({
  path: "/v1/pump_customers",
  summary:
    "Creates a pump customer, adds a pump unless a free one is named, and maps it: all or nothing; answers the MQTT credentials of a new pump once",
  access: administrators,
  changes: ["devices", "customers", "users"],
  input: z
    .object({ customer: customerForm, device: createPump.input.optional(), ss_id: idParam.optional() })
    .refine(({ device, ss_id: id }) => (device === undefined) !== (id === undefined), {
      path: ["ss_id"],
      error: "Choose a new pump or a free one",
    }),
  sample: {
    customer: { ...createPumpUser.sample, name: "pumpfarmer" },
    device: { ...createPump.sample, name: "Pump 97", ss_address_value: TOPIC_SAMPLE.replace(/99$/, "97") },
  },
  reply: message.extend({ ssid: z.string(), credentials: credentials.optional() }),
});

export const listPumpPlaces = route({
  path: "/v1/pump_devices/places",
  summary: "Places of the campus's pumps and their sibling places, for Add Device",
  access: administrators,
  topics: ["places"],
  input: z.object({}),
  reply: z.array(z.object({ id: z.int(), name: z.string() })),
});

export const listPumpDevices = route({
  path: "/v1/pump_devices",
  summary: "The solar pumps of the campus by name, as Mapping offers them",
  access: administrators,
  topics: ["devices", "places", "customers", "device-states", "readings"],
  input: z.object({}),
  reply: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      ssid: z.string(),
      lastSeenAt: instant.nullable(),
      /** Degrees; null until it is on the map. */
      latitude: z.number().nullable(),
      longitude: z.number().nullable(),
    }),
  ),
});

export const editPump = route({
  path: "/v1/pump_devices/edit",
  summary: "Changes name and topic id of a pump; the topic id is its MQTT user too, the password stays",
  access: administrators,
  changes: ["devices", "places"],
  input: pumpEditForm.extend({ id: idParam }),
  sample: { id: 1, name: "Pump 99", ss_address_value: TOPIC_SAMPLE },
  reply: message,
});

export const deletePump = route({
  path: "/v1/pump_devices/delete",
  summary: "Removes a pump and its mapping; its history stays, and its credentials end",
  access: administrators,
  changes: ["devices", "customers"],
  input: z.object({ id: idParam }),
  sample: { id: 1 },
  reply: message,
});

export const renewPumpCredentials = route({
  path: "/v1/pump_devices/renew_credentials",
  summary: "Replaces the MQTT password of a pump, and answers the new one once",
  access: administrators,
  changes: [],
  input: z.object({ id: idParam }),
  sample: { id: 1 },
  reply: credentials,
});

export const listUserDevices = route({
  path: "/v1/user_devices",
  summary: "The pumps that are mapped to customers, by customer and name",
  access: administrators,
  topics: ["customers", "devices"],
  input: z.object({}),
  /** Source: spec 2 §3 User-device rows. */
  reply: z.array(
    z.object({
      userName: z.string(),
      userId: z.int(),
      deviceName: z.string(),
      /** The topic id. */
      deviceId: z.string(),
      PumpId: z.int(),
    }),
  ),
});

export const mapPump = route({
  path: "/v1/user_devices",
  summary: "Maps a pump to a customer; a pump of another customer changes over",
  access: administrators,
  changes: ["customers"],
  /** Source: spec 2 §3 Map payload. `zone_id` is the `building_id` of `getPumpUsers`. */
  input: z.object({ zone_id: idParam, ss_id: idParam }),
  sample: { zone_id: 1, ss_id: 1 },
  reply: message,
});
