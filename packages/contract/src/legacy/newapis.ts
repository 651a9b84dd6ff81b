import { z } from "zod";

import { checkRange, dateRange } from "../paging.ts";
import { buildingStaff } from "../roles.ts";
import { route } from "../route.ts";
import type { Topic } from "../topics.ts";

/** Maximum rows of a call that the old interface answers without pages, newest first; the reports have all of them. */
export const NEWAPIS_ROWS_MAX = 1_000;

/** A list of the old interface: its newest rows, of all time when no range is given. Source: spec 1 §7 Alerts, the /newapis calls. */
export const newapi = <const P extends `/v1/newapis/${string}`, T extends z.ZodType>(
  path: P,
  summary: string,
  row: T,
  topics: readonly Topic[] = ["alarms", "devices", "places"],
) =>
  route({
    path,
    summary,
    access: buildingStaff,
    topics,
    input: z.object(dateRange).superRefine(checkRange),
    reply: z.array(row),
  });
