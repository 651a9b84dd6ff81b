import { equipmentType } from "@verandah/equipment/schema.ts";
import { z } from "zod";

import { heldOverride } from "./payloads.ts";
import { milliseconds, polling, profileName, writtenProfile } from "./protocols/fields.ts";
import { deviceSettings, sharedSections } from "./protocols/protocols.ts";

/** What a gateway needs to know of the field, whether from its settings file or from the server. */
export const fieldSections = {
  ...sharedSections(),
  polling,
  commands: z
    .strictObject({
      /** Maximum time until a written value reads back. */
      verifyMs: milliseconds(100, 60_000, 10_000),
      verifyEveryMs: milliseconds(20, 10_000, 700),
      /** Interval at which the priority arrays of a device are compared with the written values. */
      compareSlotsMs: milliseconds(100, 3_600_000, 60_000),
    })
    .prefault({}),
  /** Types of equipment of this site, as in its site file. */
  types: z.array(equipmentType).default([]),
  devices: z
    .array(deviceSettings)
    .refine(
      (devices) => new Set(devices.map((device) => device.ssid)).size === devices.length,
      "A device is listed twice",
    ),
};

/** The part of the site model that a gateway gets from the server. */
export const gatewayModel = z.strictObject({
  ...fieldSections,
  profiles: z.record(profileName, writtenProfile).default({}),
});
/** As it is stored and sent: the receiver adds defaults. */
export type GatewayModelInput = z.input<typeof gatewayModel>;

/**
 * The gateway's part of the site model. It applies it without a restart, and keeps a copy. A gateway without a model also gets the overrides
 * that it has to end in place of a lost one.
 */
export const modelMessage = z.object({
  version: z.string().min(1).max(64),
  model: gatewayModel,
  overrides: z.array(heldOverride).max(10_000).optional(),
});
export type ModelMessage = z.input<typeof modelMessage>;
