import { equipmentType } from "@verandah/equipment/schema.ts";
import { z } from "zod";

import { buildingStaff } from "./roles.ts";
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
