import { lightLevel } from "@verandah/equipment/types/dali.ts";
import { z } from "zod";

import { BATCH_WRITES_MAX } from "../commands/commands.ts";
import { buildingOperators, buildingStaff } from "../roles.ts";
import { idParam, route } from "../route.ts";

/** Maximum scenes of a zone, and maximum length of a name. */
export const SCENES_MAX = 20;
export const SCENE_NAME_MAX = 30;

const nameLength = `A name of 1 to ${SCENE_NAME_MAX} characters`;
const sceneName = z.string({ error: nameLength }).trim().min(1, nameLength).max(SCENE_NAME_MAX, nameLength);

/** One lighting channel of a scene. */
const sceneMember = z.object({
  ssid: z.string(),
  /** Suffix of the channel's points. */
  suffix: z.string(),
  /** Level in percent, or Auto. */
  to: z.union([z.literal("auto"), z.int().min(lightLevel.from).max(lightLevel.to)]),
});
export type SceneMember = z.output<typeof sceneMember>;

const scene = z.object({
  id: z.int(),
  zoneId: z.int(),
  name: z.string(),
  members: z.array(sceneMember),
});
export type LightScene = z.output<typeof scene>;

export const listLightScenes = route({
  path: "/v1/light_scenes",
  summary: "Scenes of a zone by name: a level or Auto for each lighting channel",
  access: buildingStaff,
  topics: ["scenes", "places"],
  input: z.object({ zone: idParam }),
  sample: { zone: 1 },
  reply: z.array(scene),
});

export const saveLightScene = route({
  path: "/v1/light_scenes",
  summary:
    "Saves the confirmed state of a zone's lights as a scene, or the levels that are sent, and names the lights that it leaves out",
  access: buildingOperators,
  changes: ["scenes"],
  input: z.object({
    zone: idParam,
    name: sceneName,
    /** Without them the confirmed state of the lights. */
    members: z.array(sceneMember).min(1).max(BATCH_WRITES_MAX).optional(),
  }),
  sample: { zone: 1, name: "Meeting" },
  reply: z.object({
    scene,
    /** Names of the lights without a confirmed state. */
    leftOut: z.array(z.string()),
  }),
});

export const renameLightScene = route({
  path: "/v1/light_scenes/:id/rename",
  summary: "Renames a scene",
  access: buildingOperators,
  changes: ["scenes"],
  input: z.object({ id: idParam, name: sceneName }),
  sample: { name: "Meeting" },
  reply: scene,
});

export const deleteLightScene = route({
  path: "/v1/light_scenes/:id/delete",
  summary: "Deletes a scene",
  access: buildingOperators,
  changes: ["scenes"],
  input: z.object({ id: idParam }),
  reply: z.object({ id: z.int() }),
});
