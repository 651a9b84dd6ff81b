import * as occupancy from "@verandah/contract/floor-plans/floor-occupancy.ts";
import * as contract from "@verandah/contract/floor-plans/floor-plans.ts";
import type { FastifyInstance } from "fastify";

import { mount } from "#core/mount.ts";

import { getFloorOccupancy, getOccupancyTrend } from "./floor-occupancy.service.ts";
import * as plans from "./floor-plans.service.ts";
import { getHeatMap } from "./heat-map.service.ts";

/** Larger than the limit of a drawing, so that the reply to a larger drawing explains the reason. Base64 adds a third. */
const SAVE_MAX_BYTES = 4 * contract.DRAWING_MAX_BYTES;

/** A served drawing may not run scripts, load anything, or act as a page of the application. */
const DRAWING_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox";

export function floorPlanRoutes(app: FastifyInstance): void {
  mount(app, contract.getFloorPlan, plans.getFloorPlan);
  mount(
    app,
    contract.getDrawing,
    async (ctx, input, { reply }) => {
      const { type, bytes } = await plans.getDrawing(ctx, input);
      reply.header("content-security-policy", DRAWING_POLICY);
      // The drawing of a version never changes. Without a version the next answer may differ.
      if (input.version !== undefined) reply.header("cache-control", "private, max-age=86400, immutable");
      reply.type(type).send(bytes);
    },
    { isStream: true },
  );
  mount(app, contract.checkDrawing, plans.checkDrawing, { bodyMaxBytes: SAVE_MAX_BYTES });
  mount(app, contract.saveFloorPlan, plans.saveFloorPlan, { bodyMaxBytes: SAVE_MAX_BYTES });
  mount(app, contract.resetFloorPlan, plans.resetFloorPlan);
  mount(app, contract.getHeatMap, getHeatMap);
  mount(app, occupancy.getFloorOccupancy, getFloorOccupancy, { isShared: true });
  mount(app, occupancy.getOccupancyTrend, getOccupancyTrend, { isShared: true });
}
