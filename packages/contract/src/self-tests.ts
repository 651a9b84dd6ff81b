import { z } from "zod";

import { buildingOperators, buildingStaff } from "./roles.ts";
import { idParam, instant, instantParam, route } from "./route.ts";

/** The origins of the commands of tests. */
export const EMERGENCY_TEST_NAME = "Emergency light test";
export const UPS_TEST_NAME = "UPS self-test";

/** `function` and `duration` are tests of emergency lights, `general` and `battery` those of a UPS. */
export const selfTestKinds = ["function", "duration", "general", "battery"] as const;
const testKind = z.enum(selfTestKinds);
export type SelfTestKind = z.output<typeof testKind>;

/**
 * Why a device was not tested. `offline`: it could not be reached. `not-ready`: a UPS was not on mains with a charged battery.
 * `refused`: its command was refused. `not-followed`: its command failed. `aborted`: the device ended its test. `no-result`: it did not
 * report a result in time. `late`: no server ran at the time of the test.
 */
const whyNotTested = z.enum([
  "offline",
  "not-ready",
  "refused",
  "not-followed",
  "aborted",
  "no-result",
  "late",
]);
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
export type SelfTestResult = z.output<typeof deviceResult>;

const selfTest = z.object({
  id: z.uuid(),
  kind: testKind,
  plannedAt: instant,
  isMonthly: z.boolean(),
  state: z.enum(["planned", "running", "done"]),
  results: z.array(deviceResult),
});
export type SelfTest = z.output<typeof selfTest>;

const ssid = z.string().min(1).max(64);

export const listSelfTests = route({
  path: "/v1/self_tests",
  summary:
    "Planned tests of a floor's emergency lights, or of a UPS, and the newest 50 others with their results, newest first",
  access: buildingStaff,
  topics: ["self-tests", "commands", "devices"],
  input: z
    .object({ floor: idParam.optional(), ssid: ssid.optional() })
    .refine((of) => (of.floor === undefined) !== (of.ssid === undefined), {
      path: ["floor"],
      error: "Give either a floor or a UPS",
    }),
  sample: { floor: 1 },
  reply: z.array(selfTest),
});

export const planSelfTest = route({
  path: "/v1/self_tests",
  summary: "Plans a test of a floor's emergency lights, or of a UPS, once or each month; without a time now",
  access: buildingOperators,
  changes: ["self-tests", "commands"],
  input: z
    .object({
      floor: idParam.optional(),
      ssid: ssid.optional(),
      kind: testKind,
      plannedAt: instantParam.optional(),
      isMonthly: z.boolean(),
    })
    .refine((of) => (of.floor === undefined) !== (of.ssid === undefined), {
      path: ["floor"],
      error: "Give either a floor or a UPS",
    })
    .refine(({ ssid: ups, kind }) => (ups !== undefined) === (kind === "general" || kind === "battery"), {
      path: ["kind"],
      error: "Emergency lights have a function and a duration test, a UPS a general and a battery test",
    }),
  sample: { floor: 1, kind: "function", plannedAt: "2026-01-05T20:00:00Z", isMonthly: true },
  reply: selfTest,
});

export const deleteSelfTest = route({
  path: "/v1/self_tests/:id/delete",
  summary: "Deletes a planned test, with its repetitions",
  access: buildingOperators,
  changes: ["self-tests"],
  input: z.object({ id: z.uuid() }),
  sample: { id: "00000000-0000-4000-8000-000000000000" },
  reply: z.object({ id: z.uuid() }),
});
