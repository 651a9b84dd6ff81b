import type { Ctx } from "#core/ctx.ts";
import { repeat } from "#core/jobs/repeat.ts";

import { prepareRooms } from "./room-preparation.service.ts";

const PREPARE_MS = 20_000;

/** Prepares booked rooms. Several servers may run this at the same time. */
export const startRoomPreparationJobs = (ctx: Ctx, log: Parameters<typeof repeat>[3]): AsyncDisposable =>
  repeat("room preparation", PREPARE_MS, () => prepareRooms(ctx), log);
