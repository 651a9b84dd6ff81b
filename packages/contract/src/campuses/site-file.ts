import { msg } from "@verandah/texts/msg.ts";
import { z } from "zod";

import { roles } from "../roles.ts";
import { route } from "../route.ts";

/** Largest site file in a call, bytes. */
export const SITE_FILE_MAX_BYTES = 20_000_000;
/** Maximum number of rows of each list in a difference. */
export const SITE_ROWS_MAX = 200;

export const exportSite = route({
  path: "/v1/campuses/site",
  summary: "The model of one's campus as a site file",
  access: [roles.administrator],
  topics: ["places", "devices", "settings"],
  input: z.object({
    /** Whether it has the hashes of the passwords of gateways and devices. */
    passwords: z.literal("hashes").optional(),
  }),
  /** A file; `packages/field/src/site.ts` has its form. */
  reply: z.unknown(),
});

/** Rules of site files that no single field can check, beside those of `input-rules.ts`. `{value}` is a name, a key or a unit. */
export const siteRuleTexts = {
  json: msg`This is not JSON: {value}`,
  "field-twice": msg`The field {value} is there twice`,
  "used-twice": msg`"{value}" is used twice`,
  "time-zone": msg`Unknown time zone "{value}". Give one such as Asia/Kolkata`,
  "built-in-type": msg`The type "{value}" is built in`,
  "unknown-type": msg`Unknown type "{value}"`,
  "unknown-point": msg`The type has no point "{value}"`,
  "unit-of-type": msg`The unit of this point must be {value}`,
  "unit-stored": msg`The point stores values in {value}. Keep the unit and convert in the gateway's profile, or use another point id`,
  "own-key": msg`The key of your campus is "{value}"`,
  "no-edge": msg`There is no gateway "{value}"`,
  "no-place": msg`There is no place "{value}"`,
  "no-device": msg`There is no device "{value}"`,
  "other-campus": msg`"{value}" belongs to another campus`,
  "other-level": msg`"{value}" has this key and is a place of another level`,
  "same-name": msg`"{value}" is here already with another key. Choose whether it is the same place`,
};

/** What a site file describes. */
export const siteItemKind = z.enum([
  "campus",
  "building",
  "floor",
  "zone",
  "area",
  "seat",
  "room",
  "edge",
  "device",
  "point",
  "type",
  "energy",
]);
export type SiteItemKind = z.output<typeof siteItemKind>;

const item = z.object({
  /** Unique within the difference. */
  id: z.string(),
  kind: siteItemKind,
  /** Key of a place, ssid of a gateway or device, id of a point. */
  key: z.string(),
  name: z.string(),
});
const change = item.extend({
  field: z.string(),
  /** Null: nothing, or a secret. */
  present: z.string().nullable(),
  file: z.string().nullable(),
  /** Only of conflicts. False: the present value stays in any case. */
  canTake: z.boolean(),
});
const listOf = <T extends z.ZodType>(row: T) =>
  z.object({
    counts: z.partialRecord(siteItemKind, z.int()),
    /** The first ones. */
    rows: z.array(row).max(SITE_ROWS_MAX),
  });

const siteError = z.object({
  /** Null: the site is not a text. */
  line: z.int().nullable(),
  column: z.int().nullable(),
  /** Such as `devices.3.type`. */
  path: z.string(),
  /** Of `siteRuleTexts`, of `input-rules.ts`, or `text`: `value` is an English text. */
  code: z.string(),
  value: z.string(),
});
export type SiteError = z.output<typeof siteError>;

/** A choice for all ids but some, which have the other one. */
const choiceOf = <const T extends [string, string]>(choices: T) =>
  z.object({ all: z.enum(choices), except: z.array(z.string().max(400)).max(20_000).default([]) });

const siteInput = z.object({
  /** The file as a text, for errors with their lines; or its content. */
  site: z.union([z.string(), z.record(z.string(), z.unknown())], { error: "A site file" }),
  /** Places of the file with an unknown key and the name of a present place beside them: whether they are that place. By their ids. */
  places: choiceOf(["same", "another"]).optional(),
});
const sample = { site: {} };

export const previewSite = route({
  path: "/v1/campuses/site/preview",
  summary: "Errors of a site file, or its difference to the model of one's campus",
  access: [roles.administrator],
  changes: [],
  input: siteInput,
  sample,
  reply: z.object({
    /** The first ones. With an error there is no difference. */
    errors: z.array(siteError).max(SITE_ROWS_MAX),
    errorCount: z.int(),
    /** Identifies the model that the file was compared with. */
    model: z.string(),
    added: listOf(item),
    changed: listOf(change),
    /** Fields that an administrator has changed, and the file has another value. */
    conflicts: listOf(change),
    /** Present places, with the name of a place of the file. */
    sameNames: listOf(item.extend({ presentKey: z.string() })),
    /** They stay. */
    notInFile: listOf(item),
  }),
});

/** Adds to the campus of the caller; `packages/field/src/site.ts` has the form of a site file. */
export const importSiteFile = route({
  path: "/v1/campuses/site",
  summary:
    "Imports a site file, or a part of one, for one's campus: adds and changes places, gateways, devices, points and types, and removes nothing",
  access: [roles.administrator],
  changes: ["places", "devices", "settings"],
  input: siteInput.extend({
    /** Of the difference that the user has checked; another model is refused. */
    model: z.string().max(64).optional(),
    /** By the ids of conflicts. Without it the present values stay. */
    conflicts: choiceOf(["present", "file"]).optional(),
  }),
  sample,
  reply: z.object({ isNew: z.boolean(), added: z.int(), changed: z.int() }),
});
