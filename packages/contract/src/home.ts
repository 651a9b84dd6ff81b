import { z } from "zod";

import { placeTopics } from "./buildings.ts";
import { zoneCounts } from "./hvac/hvac.ts";
import { buildingStaff } from "./roles.ts";
import { idParam, instant, route } from "./route.ts";

/** Time of a building's clock at which its evening begins. */
export const EVENING = "18:00";

/** Counts of a building since the newest evening. */
const sinceEvening = z.object({
  since: instant,
  /** Alarms that were raised, without those that another cause explains; `active` ones are neither over nor ignored. */
  alarms: z.object({ critical: z.int(), low: z.int(), active: z.int() }),
  /** Commands of users; several tries are one. Those of schedules count as their actions. */
  commands: z.object({ sent: z.int(), failed: z.int() }),
  /** Actions of schedules. Of a missed one no unit was commanded in time, or not all units followed. */
  schedules: z.object({ done: z.int(), missed: z.int() }),
});
export type SinceEvening = z.output<typeof sinceEvening>;

export const getSinceEvening = route({
  path: "/v1/gl_zone/:id/since_evening",
  summary:
    "How many alarms were raised, commands failed and schedules ran in a building since the newest 18:00 of its clock",
  access: buildingStaff,
  topics: ["alarms", "commands", "schedules", "places", "devices"],
  pauseMs: 5_000,
  input: z.object({ id: idParam }),
  reply: sinceEvening,
});

const homeCounts = z.object({
  /** Actions of users whose values are in force: one on many devices counts once. */
  overrides: z.int(),
  /** Devices with such a value. */
  overriddenDevices: z.int(),
  /** UPSs that supply their load from the battery. */
  onBattery: z.int(),
  /** The shortest time that one of them reports as left; null without one. */
  minutesLeft: z.number().nullable(),
  /** Of all floors, against their setpoints. */
  zones: zoneCounts,
});
export type HomeCounts = z.output<typeof homeCounts>;

export const getHomeCounts = route({
  path: "/v1/gl_zone/:id/counts",
  summary:
    "Overrides in force in a building, its UPSs on battery with the shortest time that is left, and its zones against their setpoints",
  access: buildingStaff,
  topics: ["commands", ...placeTopics],
  pauseMs: 5_000,
  input: z.object({ id: idParam }),
  reply: homeCounts,
});

export const getHomeFigures = route({
  path: "/v1/gl_zone/:id/figures",
  summary: "Zone of a building with the worst air, its people, and the energy of its overrides",
  access: buildingStaff,
  topics: ["commands", ...placeTopics],
  pauseMs: 60_000,
  input: z.object({ id: idParam }),
  reply: z.object({
    /** The zone with the most carbon dioxide, and its sensor; null without a current value. */
    air: z
      .object({
        zoneId: z.int(),
        zone: z.string(),
        floor: z.string(),
        value: z.number(),
        unit: z.string(),
        isAboveLimit: z.boolean(),
        ssid: z.string(),
      })
      .nullable(),
    /** Null when no sensor reports; zones whose sensors do not report may have more. */
    people: z.int().nullable(),
    uncountedZones: z.int(),
    /** Additional energy of the overrides in force so far, of those of which it is known. */
    overrides: z.object({
      kilowattHour: z.number(),
      /** Null without a tariff. */
      rupees: z.number().nullable(),
      /** Values whose energy is unknown. */
      unknown: z.int(),
    }),
  }),
});
export type HomeFigures = z.output<typeof getHomeFigures.reply>;
