import { isTimeZone } from "@verandah/equipment/time-zone.ts";
import { z } from "zod";

import { loginName, newPassword } from "./auth/auth-forms.ts";
import { language } from "./language.ts";
import { mailAddress } from "./mail-address.ts";
import { route } from "./route.ts";
import { shownLine } from "./shown-text.ts";

export const SET_UP_PATH = "/set-up";
/** How long a code of the set-up page is valid, ms. */
export const SET_UP_CODE_LIFETIME_MS = 24 * 60 * 60_000;

const code = z.string().trim().min(1).max(40);
const name = shownLine(120);

/** The first campus and its first building. */
export const newCampus = z.object({
  name,
  building_name: name,
  city: name,
  time_zone: z.string().max(60).refine(isTimeZone, "Choose a time zone such as Asia/Kolkata"),
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
});

export const getSetUp = route({
  path: "/v1/set-up",
  summary: "Answers only while the installation has no user: it waits for its set-up",
  access: "public",
  topics: [],
  input: z.object({}),
  reply: z.object({}),
});

export const checkSetUpCode = route({
  path: "/v1/set-up/check",
  summary: "Checks the code of the server's log; the buildings that site files have brought",
  access: "public",
  changes: [],
  input: z.object({ code }),
  sample: { code: "0123456789" },
  reply: z.object({ buildings: z.array(z.object({ id: z.int(), name: z.string(), campus: z.string() })) }),
});

export const setUp = route({
  path: "/v1/set-up",
  summary: "Creates the first administrator, and the first campus with its building; once",
  access: "public",
  changes: ["users", "places"],
  input: z.object({
    code,
    username: loginName.pipe(shownLine(100)),
    email: z.union([z.literal(""), mailAddress.max(200)]),
    password: newPassword,
    /** Of the mails to the administrator. */
    language,
    /** Left out when a site file has brought a campus. */
    campus: newCampus.optional(),
    /** A building of such a campus, for the administrator. */
    building: z.int32().optional(),
  }),
  sample: {
    code: "0123456789",
    username: "newcomer",
    email: "",
    password: "Secret123",
    language: "en",
    campus: {
      name: "Acme Park",
      building_name: "Block 1",
      city: "Pune",
      time_zone: "Asia/Kolkata",
      latitude: 18.52,
      longitude: 73.86,
    },
  },
  /** The keys name the campus and its building in site files. */
  reply: z.object({ campus_key: z.string(), building_key: z.string() }),
});
