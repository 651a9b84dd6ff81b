import { isTimeZone } from "@verandah/equipment/time-zone.ts";
import { z } from "zod";

import { loginName, newPassword } from "../auth/auth-forms.ts";
import { language } from "../language.ts";
import { mailAddress } from "../mail-address.ts";
import { shownLine } from "../shown-text.ts";

const code = z.string().trim().min(1, "field cannot be empty").max(40, "Invalid value");
const name = shownLine(120);
const degrees = (max: number, text: string) => z.number({ error: text }).min(-max, text).max(max, text);

export const setUpCodeForm = z.object({ code });

/** The first campus and its first building. */
export const newCampus = z.object({
  name,
  building_name: name,
  city: name,
  time_zone: z
    .string()
    .max(60, "Choose a time zone such as Asia/Kolkata")
    .refine(isTimeZone, "Choose a time zone such as Asia/Kolkata"),
  latitude: degrees(90, "From -90 to 90 degrees, with a point: 13.07"),
  longitude: degrees(180, "From -180 to 180 degrees, with a point: 77.79"),
});
export type NewCampus = z.output<typeof newCampus>;

export const setUpForm = z.object({
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
});
