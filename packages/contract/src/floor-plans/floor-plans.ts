import { z } from "zod";

import { buildingUsers, roles } from "../roles.ts";
import { idParam, instant, route } from "../route.ts";
import { quality } from "../telemetry/telemetry.ts";

/** Units of every plan, from the top left corner. Source: spec 2 §9 map bounds. */
export const PLAN_WIDTH = 420;
export const PLAN_HEIGHT = 590;

export const DRAWING_MAX_BYTES = 2 * 1_048_576;
export const ZONE_CORNERS_MAX = 100;

/** A point of a plan, in plan units. */
const planPoint = z.tuple([z.number(), z.number()]);
export type PlanPoint = z.output<typeof planPoint>;

const onPlan = (max: number) => z.number().min(0, "Outside the plan").max(max, "Outside the plan");
const newPoint = z.tuple([onPlan(PLAN_WIDTH), onPlan(PLAN_HEIGHT)]);
const newPositions = z.array(z.object({ id: z.int(), position: newPoint.nullable() })).max(5_000);
const newOutline = z
  .array(newPoint)
  .min(3, "A zone has at least three corners")
  .max(ZONE_CORNERS_MAX, "Too many corners");

const planZone = z.object({
  id: z.int(),
  name: z.string(),
  /** Null: not on the plan. */
  outline: z.array(planPoint).nullable(),
});
export type PlanZone = z.output<typeof planZone>;

const planDevice = z.object({
  id: z.int(),
  ssid: z.string(),
  name: z.string(),
  type: z.string(),
  zoneId: z.int().nullable(),
  /** Null: not on the plan. */
  position: planPoint.nullable(),
});

/** A seat or room. */
const planSpace = z.object({
  id: z.int(),
  name: z.string(),
  kind: z.enum(["seat", "room"]),
  zoneId: z.int(),
  /** Null: not on the plan. */
  position: planPoint.nullable(),
});

const drawingType = z.enum(["image/svg+xml", "image/png"]);

const floorPlan = z.object({
  id: z.int(),
  name: z.string(),
  floor_type: z.enum(["parking", "wlms"]).nullable(),
  /** Counts the changes; 0 while everything is as the site file has it. */
  version: z.int(),
  /** `version` names its content; null while none was uploaded: the walls are then those of the zones. */
  drawing: z.object({ type: drawingType, version: z.int() }).nullable(),
  zones: z.array(planZone),
  /** Empty for coworking members. */
  devices: z.array(planDevice),
  /** Empty for coworking members. */
  spaces: z.array(planSpace),
  changedAt: instant.nullable(),
  /** Null for coworking members too. */
  changedBy: z.string().nullable(),
});
export type FloorPlan = z.output<typeof floorPlan>;

export const getFloorPlan = route({
  path: "/v1/floor_plans/:id",
  summary: "A floor's plan: zones and devices where they are drawn, and whether it has a drawing",
  access: buildingUsers,
  topics: ["places", "devices"],
  input: z.object({ id: idParam }),
  reply: floorPlan,
});

export const getDrawing = route({
  path: "/v1/floor_plans/:id/drawing",
  summary: "The drawing of a floor as a picture; with its version it may be kept",
  access: buildingUsers,
  topics: ["places"],
  input: z.object({ id: idParam, version: z.string().max(20).optional() }),
  reply: z.unknown(),
});

export const checkDrawing = route({
  path: "/v1/floor_plans/check_drawing",
  summary: "A drawing as it would be stored, and the labels that it would lose; stores nothing",
  access: [roles.administrator],
  changes: [],
  input: z.object({
    /** An SVG or PNG in base64. */
    drawing: z.string(),
  }),
  sample: {
    drawing: "PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciPjxwYXRoIGQ9Ik0wIDBoOSIvPjwvc3ZnPg==",
  },
  reply: z.object({
    type: drawingType,
    drawing: z.string(),
    /** Texts that only a web page can show, such as those of a `foreignObject`. */
    lostLabels: z.array(z.string()),
    /** Without a view box or a size, only the part of the size of a plan is shown. */
    hasSize: z.boolean(),
  }),
});

/** The version of the plan that was changed. */
const version = z.int().min(0);

export const saveFloorPlan = route({
  path: "/v1/floor_plans/:id/edit",
  summary: "Changes a plan in one step: drawing, zones, devices, seats and rooms; missing fields stay",
  access: [roles.administrator],
  changes: ["places"],
  input: z.object({
    id: idParam,
    version,
    zones: z
      .array(z.object({ id: z.int(), outline: newOutline.nullable() }))
      .max(1_000)
      .optional(),
    devices: newPositions.optional(),
    spaces: newPositions.optional(),
    /** An SVG or PNG in base64; null removes the drawing. */
    drawing: z.string().nullable().optional(),
  }),
  sample: { version: 0 },
  reply: floorPlan,
});

export const resetFloorPlan = route({
  path: "/v1/floor_plans/:id/reset",
  summary: "Puts a plan back to the site file's own outlines and positions, without a drawing",
  access: [roles.administrator],
  changes: ["places"],
  input: z.object({ id: idParam, version }),
  sample: { version: 0 },
  reply: floorPlan,
});

/** What a heat map shows. Source: spec 2 §4 Map subtype. */
export const heatMapType = z.enum(["temperature", "humidity", "luminousity", "aqi"]);
export type HeatMapType = z.output<typeof heatMapType>;

const color = z.string().regex(/^#[0-9a-f]{6}$/);

const heatValue = {
  /** From the scale; grey when the value is not fresh. */
  color,
  /** Against the limits of its zone; null without a fresh value. */
  level: z.enum(["below", "within", "above"]).nullable(),
  quality,
  measured_time: instant.nullable(),
};

const heatMap = z.object({
  type: heatMapType,
  unit: z.string(),
  /**
   * Colours at equal steps from the lowest to the highest value of the building, the same on all its floors. Between two steps they are
   * interpolated; beyond the ends the colour of the end is used.
   */
  scale: z.array(z.object({ value: z.number(), color })),
  zones: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      /** Corners of its outline. */
      coordinates: z.array(planPoint).nullable(),
      value: z.union([z.number(), z.literal("no Data")]),
      ...heatValue,
      /** Empty for coworking members. */
      devices: z.array(
        z.object({
          ssid: z.string(),
          ss_name: z.string(),
          name: z.string(),
          param_value: z.number().nullable(),
          coordinates: planPoint.nullable(),
          ...heatValue,
        }),
      ),
    }),
  ),
});
export type HeatMap = z.output<typeof heatMap>;

/** Source: spec 2 §3 Heat map zone, §7 heat map. */
export const getHeatMap = route({
  path: "/v1/gl_analytics/:id/heatmap",
  summary:
    "The zones and sensors of a floor with one measurement each, coloured on a scale that fits the limits",
  access: buildingUsers,
  topics: ["measurements", "devices", "places", "device-states", "settings"],
  input: z.object({
    id: idParam,
    type: z.string().max(40).toLowerCase().pipe(heatMapType).default("temperature"),
  }),
  reply: heatMap,
});
