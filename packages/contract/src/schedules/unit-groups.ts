import { z } from "zod";

import { buildingOperators } from "../roles.ts";
import { idParam, route } from "../route.ts";
import { openedUnitGroup, recurringSchedule, unitGroupData } from "./schedule-forms.ts";

const unit = z.object({ id: z.int(), ssid: z.string(), name: z.string() });

/** Air handling units with their own weekly times in place of the building's default. */
export const unitGroup = recurringSchedule.extend({ id: z.int(), name: z.string(), units: z.array(unit) });
export type UnitGroup = z.output<typeof unitGroup>;

export const listUnitGroups = route({
  path: "/v1/unit_groups",
  summary:
    "Groups of air handling units with weekly times of their own, by name, and all units of the building",
  access: buildingOperators,
  topics: ["schedules", "devices", "places"],
  input: z.object({ building: idParam.optional() }),
  reply: z.object({ groups: z.array(unitGroup), units: z.array(unit) }),
});

const sample = {
  name: "Night shift",
  timeData: [{ ON: "20:00", OFF: "23:59" }],
  weekData: [1, 2, 3, 4, 5],
  units: [1],
};

export const createUnitGroup = route({
  path: "/v1/unit_groups",
  summary: "Adds a group of units of a building that are in no other group",
  access: buildingOperators,
  changes: ["schedules"],
  input: unitGroupData.extend({ building: idParam.optional() }),
  sample,
  reply: z.object({ id: z.int() }),
});

/** `openedOn`: the group that the user changed. If it differs now, the change is refused; without `openedOn` the change is always made. */
export const editUnitGroup = route({
  path: "/v1/unit_groups/:id/edit",
  summary: "Changes the name, the weekly times and the units of a group",
  access: buildingOperators,
  changes: ["schedules"],
  input: unitGroupData.extend({ id: idParam, openedOn: openedUnitGroup.optional() }),
  sample,
  reply: z.object({ id: z.int() }),
});

export const deleteUnitGroup = route({
  path: "/v1/unit_groups/:id/delete",
  summary: "Deletes a group; its units follow the default again",
  access: buildingOperators,
  changes: ["schedules"],
  input: z.object({ id: idParam, openedOn: openedUnitGroup.optional() }),
  reply: z.object({ id: z.int() }),
});

export const getDeviceWeek = route({
  path: "/v1/devices/:ssid/week",
  summary: "The weekly times that an air handling unit follows; null for a device without them",
  access: buildingOperators,
  topics: ["schedules", "devices", "places"],
  input: z.object({ ssid: z.string().max(64) }),
  sample: { ssid: "AHU-1" },
  /** `group`: null for the building's default, which has no weekday while it is not set. */
  reply: recurringSchedule
    .extend({ group: z.object({ id: z.int(), name: z.string() }).nullable() })
    .nullable(),
});
