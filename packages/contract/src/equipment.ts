import { equipmentType, subsystem } from "@verandah/equipment/schema.ts";
import { z } from "zod";

import { buildingStaff, buildingUsers } from "./roles.ts";
import { route } from "./route.ts";

export const listEquipmentTypes = route({
  path: "/v1/equipment_types",
  summary: "The types of equipment: those of the product, and those that the campus's site file adds",
  access: buildingStaff,
  topics: ["devices"],
  input: z.object({
    /** `site`: only those that the site file adds. */
    origin: z.literal("site").optional(),
  }),
  reply: z.array(equipmentType),
});

/** What a campus may lack: the systems that equipment belongs to, and seats and rooms to book. */
const system = z.enum([...subsystem.options, "seats", "rooms"]);
export type System = z.output<typeof system>;

export const listSystems = route({
  path: "/v1/systems",
  summary: "The systems of the caller's campus: those with a device, and seats and rooms",
  access: buildingUsers,
  topics: ["devices", "places"],
  input: z.object({}),
  reply: z.array(system),
});
