import { z } from "zod";

import { buildingOperators, buildingStaff } from "./roles.ts";
import { idParam, instant, instantParam, route } from "./route.ts";

/** How often a screen loads the tests, ms. */
export const EMERGENCY_POLL_MS = 5_000;
/** The origin of the commands of a test. */
export const EMERGENCY_TEST_NAME = "Emergency light test";

const testKind = z.enum(["function", "duration"]);
export type EmergencyTestKind = z.output<typeof testKind>;

/**
 * Why a light was not tested. `offline`: it could not be reached. `refused`: its command was refused. `not-followed`: its command failed.
 * `no-result`: it did not report a result in time. `late`: no server ran at the time of the test.
 */
const whyNotTested = z.enum(["offline", "refused", "not-followed", "no-result", "late"]);
export type WhyNotTested = z.output<typeof whyNotTested>;

const deviceResult = z.object({
  ssid: z.string(),
  name: z.string(),
  /** Null while its test runs. */
  result: z.enum(["passed", "failed", "not-tested"]).nullable(),
  why: whyNotTested.nullable(),
  at: instant.nullable(),
  commandId: z.uuid().nullable(),
});
export type EmergencyResult = z.output<typeof deviceResult>;

const emergencyTest = z.object({
  id: z.uuid(),
  floorId: z.int(),
  kind: testKind,
  plannedAt: instant,
  isMonthly: z.boolean(),
  state: z.enum(["planned", "running", "done"]),
  results: z.array(deviceResult),
});
export type EmergencyTest = z.output<typeof emergencyTest>;

export const listEmergencyTests = route({
  method: "GET",
  path: "/v1/emergency_tests",
  summary:
    "Planned tests of a floor's emergency lights and the newest 50 others with their results, newest first",
  access: buildingStaff,
  input: z.object({ floor: idParam }),
  sample: { floor: 1 },
  reply: z.array(emergencyTest),
});

export const planEmergencyTest = route({
  method: "POST",
  path: "/v1/emergency_tests",
  summary: "Plans a test of a floor's emergency lights, once or each month",
  access: buildingOperators,
  input: z.object({ floor: idParam, kind: testKind, plannedAt: instantParam, isMonthly: z.boolean() }),
  sample: { floor: 1, kind: "function", plannedAt: "2026-01-05T20:00:00Z", isMonthly: true },
  reply: emergencyTest,
});

export const deleteEmergencyTest = route({
  method: "POST",
  path: "/v1/emergency_tests/:id/delete",
  summary: "Deletes a planned test of emergency lights, with its repetitions",
  access: buildingOperators,
  input: z.object({ id: z.uuid({ error: "A test id is a UUID" }) }),
  sample: { id: "00000000-0000-4000-8000-000000000000" },
  reply: z.object({ id: z.uuid() }),
});
