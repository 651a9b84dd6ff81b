import { z } from "zod";

import { buildingOperators, buildingUsers, roles } from "./roles.ts";
import { idParam, route } from "./route.ts";

export const zoneType = z.enum([
  "GL_LOCATION_TYPE_CAMPUS",
  "GL_LOCATION_TYPE_BUILDING",
  "GL_LOCATION_TYPE_FLOOR",
  "GL_LOCATION_TYPE_ZONE",
  "GL_LOCATION_TYPE_AREA",
  "GL_LOCATION_TYPE_ROOM",
  "GL_LOCATION_TYPE_SEAT",
]);
export type ZoneType = z.output<typeof zoneType>;

/** Source: spec 1 §3 Campus tree node. */
export interface CampusTreeNode {
  id: number;
  title: string;
  type: "campus" | "building" | "floor" | "zone" | "area";
  expanded: boolean;
  activated: boolean;
  floor_type?: "parking" | "wlms" | undefined;
  children: CampusTreeNode[];
}
export const campusTreeNode: z.ZodType<CampusTreeNode> = z.object({
  id: z.int(),
  title: z.string(),
  type: z.enum(["campus", "building", "floor", "zone", "area"]),
  expanded: z.boolean(),
  activated: z.boolean(),
  floor_type: z.enum(["parking", "wlms"]).optional(),
  get children() {
    return z.array(campusTreeNode);
  },
});

export const getCampusTree = route({
  method: "GET",
  path: "/v1/campuses/:id/tree",
  summary: "Campus, buildings, floors, zones and areas",
  access: buildingUsers,
  input: z.object({ id: idParam, context: z.string().max(20).optional() }),
  reply: campusTreeNode,
});

/** A closed range; both ends belong to it. */
const range = (unitName: string, low: number, high: number) =>
  z
    .object({
      min: z
        .number({ error: `A number of ${unitName}` })
        .min(low, `At least ${low} ${unitName}`)
        .max(high),
      max: z
        .number({ error: `A number of ${unitName}` })
        .min(low)
        .max(high, `At most ${high} ${unitName}`),
    })
    .refine((r) => r.min < r.max, { path: ["max"], error: "Max should be greater than min" });

/** Comfort limits of a campus: °C, %RH, lux; minutes over the parking time; watts counted as waste. Source: spec 1 §3. */
export const configuration = z.object({
  temperature: range("°C", -40, 80),
  humidity: range("%", 0, 100),
  lux: range("lux", 0, 100_000),
  overParked: z.object({ overParked: z.number().min(0).max(100_000) }),
  wastage: z.object({ wastage: z.number().min(0).max(1_000_000_000) }),
});
export type Configuration = z.output<typeof configuration>;

export const getConfiguration = route({
  method: "GET",
  path: "/v1/campuses/configuration",
  summary: "Comfort limits of one's campus",
  access: buildingOperators,
  input: z.object({}),
  reply: configuration,
});

export const saveConfiguration = route({
  method: "POST",
  path: "/v1/campuses/configuration",
  summary: "Sets the comfort limits of one's campus",
  access: [roles.administrator],
  input: configuration,
  reply: configuration,
});
