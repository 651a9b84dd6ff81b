import { z } from "zod";

import { commandState, overrideReason } from "./commands/commands.ts";
import { language } from "./language.ts";
import { buildingStaff, roles } from "./roles.ts";
import { idParam, instant, route } from "./route.ts";
import { quality } from "./telemetry/telemetry.ts";

/** Most points of one test. */
export const POINT_TEST_POINTS_MAX = 1_000;
/** Most photos of one test, so that its report can be sent by mail. */
export const POINT_TEST_PHOTOS_MAX = 100;
/** Largest photo that is stored, bytes. A browser scales its photos down to less. */
export const POINT_PHOTO_MAX_BYTES = 400_000;
/** How long a test value stays in force unless the tester releases it before, ms: it ends without phone and server. */
export const POINT_TEST_HOLD_MS = 3 * 60_000;
/** How long a device belongs to a tester after the last action, ms. */
export const POINT_TESTER_MS = 5 * 60_000;
/** Tolerance of a quantity without its own: percent of the reference. */
export const TOLERANCE_PERCENT = 5;

const number = z.number().refine(Number.isFinite);
const ssid = z.string().min(1).max(64);
const note = z.string().trim().max(500);
const id = z.uuid();
const position = z.int().min(0).max(POINT_TEST_POINTS_MAX);

export const pointResult = z.enum(["passed", "failed", "skipped"]);
export type PointResult = z.output<typeof pointResult>;

const testCounts = z.object({
  points: z.int(),
  passed: z.int(),
  failed: z.int(),
  skipped: z.int(),
});

const pointTest = z.object({
  id,
  kind: z.enum(["gateway", "place", "device"]),
  /** Of the gateway, place or device when the test began. */
  name: z.string(),
  startedBy: z.string(),
  startedAt: instant,
  finishedBy: z.string().nullable(),
  /** A finished test does not change. */
  finishedAt: instant.nullable(),
  counts: testCounts,
});
export type PointTest = z.output<typeof pointTest>;

/** A test value of an output. */
const testStep = z.object({
  value: z.number(),
  commandId: id,
  at: instant,
  state: commandState,
  failure: z.string().nullable(),
  /** The value that the device reported after the write. */
  readBack: z.number().nullable(),
  releasedAt: instant.nullable(),
  /** The value is in force, or on its way to the device. */
  isHeld: z.boolean(),
});
export type TestStep = z.output<typeof testStep>;

const testedPoint = z.object({
  position: z.int(),
  ssid: z.string(),
  deviceName: z.string(),
  deviceType: z.string(),
  param_id: z.string(),
  unit: z.string(),
  isOutput: z.boolean(),
  /** In `unit`; null: TOLERANCE_PERCENT of the reference. */
  defaultTolerance: z.number().nullable(),
  /** Null: not tested. */
  result: pointResult.nullable(),
  reference: z.number().nullable(),
  tolerance: z.number().nullable(),
  /** The value of the point when its result was stored; null without a value. */
  reading: z.number().nullable(),
  readAt: instant.nullable(),
  /** Of `reading`. Only a good value passes. */
  quality: quality.nullable(),
  testedAt: instant.nullable(),
  testedBy: z.string().nullable(),
  note: z.string().nullable(),
  hasPhoto: z.boolean(),
  steps: z.array(testStep),
});
export type TestedPoint = z.output<typeof testedPoint>;

const wholeTest = pointTest.extend({
  /** By device. */
  points: z.array(testedPoint),
  /** Devices that another user tests now, with the name of this user. */
  testers: z.array(z.object({ ssid: z.string(), name: z.string() })),
});
export type WholePointTest = z.output<typeof wholeTest>;

const subject = { gateway: z.int().positive().optional(), place: z.int().positive().optional() };
const oneSubject = { path: ["place"], error: "Give a gateway, a place or a device" };
const isOne = (of: Readonly<Record<string, unknown>>) =>
  Object.values(of).filter((one) => one !== undefined).length === 1;
const sample = { id: "00000000-0000-4000-8000-000000000000" };

export const listPointTests = route({
  path: "/v1/point_tests",
  summary: "The newest 50 acceptance tests of a gateway, a place or a device, and of the devices in them",
  access: buildingStaff,
  topics: ["self-tests", "devices", "places"],
  input: z
    .object({ gateway: idParam.optional(), place: idParam.optional(), ssid: ssid.optional() })
    .refine(isOne, oneSubject),
  sample: { place: 1 },
  reply: z.array(pointTest),
});

export const getPointTest = route({
  path: "/v1/point_tests/:id",
  summary: "An acceptance test with its points and their results",
  access: buildingStaff,
  topics: ["self-tests", "commands"],
  input: z.object({ id }),
  sample,
  reply: wholeTest,
});

export const getPointPhoto = route({
  path: "/v1/point_tests/:id/photo",
  summary: "The photo of a point of an acceptance test, a JPEG",
  access: buildingStaff,
  topics: ["self-tests"],
  input: z.object({ id, position: z.coerce.number().pipe(position) }),
  sample: { ...sample, position: 0 },
  reply: z.unknown(),
});

export const exportPointTest = route({
  path: "/v1/point_tests/:id/report",
  summary: "The acceptance report of a test as a PDF file",
  access: buildingStaff,
  topics: ["self-tests", "commands"],
  input: z.object({ id, language: language.default("en") }),
  sample,
  reply: z.unknown(),
});

export const startPointTest = route({
  path: "/v1/point_tests",
  summary:
    "Begins an acceptance test of all points of a gateway, a place or a device; an open one is continued",
  access: [roles.administrator],
  changes: ["self-tests"],
  input: z.object({ ...subject, ssid: ssid.optional() }).refine(isOne, oneSubject),
  sample: { place: 1 },
  reply: z.object({ id }),
});

const atPoint = z.object({ id, position });

export const recordPoint = route({
  path: "/v1/point_tests/:id/record",
  summary:
    "Stores the result of a point. A reading is compared with the reference of a hand instrument at this moment",
  access: [roles.administrator],
  changes: ["self-tests"],
  input: atPoint
    .extend({
      /** `followed`: the tester saw an output follow its test values. It passes only if its device confirmed all of them. */
      outcome: z.enum(["compared", "followed", "failed", "skipped"]),
      reference: number.optional(),
      tolerance: number.min(0).optional(),
      note: note.optional(),
      /** A JPEG in base64; null removes the photo, and without it the photo stays. */
      photo: z.string().nullable().optional(),
    })
    .refine(({ outcome, reference }) => outcome !== "compared" || reference !== undefined, {
      path: ["reference"],
      error: "Enter the reference",
    })
    .refine(({ outcome, tolerance }) => outcome !== "compared" || tolerance !== undefined, {
      path: ["tolerance"],
      error: "Enter the tolerance",
    })
    .refine(({ outcome, note: text }) => outcome !== "skipped" || Boolean(text), {
      path: ["note"],
      error: "Enter a reason",
    }),
  sample: { ...sample, position: 0, outcome: "failed" },
  reply: z.object({ result: pointResult }),
});

export const stepPoint = route({
  path: "/v1/point_tests/:id/step",
  summary: "Sends a test value to an output for three minutes",
  access: [roles.administrator],
  changes: ["self-tests", "commands"],
  input: atPoint.extend({ value: number, reason: overrideReason.min(1) }),
  sample: { ...sample, position: 0, value: 20, reason: "Point test" },
  reply: z.object({ commandId: id }),
});

export const releasePoint = route({
  path: "/v1/point_tests/:id/release",
  summary: "Releases the test value of an output before its end",
  access: [roles.administrator],
  changes: ["self-tests", "commands"],
  input: atPoint,
  sample: { ...sample, position: 0 },
  reply: z.object({ message: z.literal("ACCEPTED") }),
});

export const finishPointTest = route({
  path: "/v1/point_tests/:id/finish",
  summary: "Finishes an acceptance test, which does not change any more",
  access: [roles.administrator],
  changes: ["self-tests"],
  input: z.object({ id }),
  sample,
  reply: z.object({ id }),
});
