import { z } from "zod";

/** Marks that change the direction of the text around them. Source: Unicode UAX #9 §2 (directional formatting characters). */
const DIRECTION_MARKS = "\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069";
const hidden = new RegExp(`[\\p{Cc}${DIRECTION_MARKS}]`, "gu");
const lineBreaks = /[\t\n\r\u0085\u2028\u2029]+/g;
/** A text without any sign to see, such as a space without width. Joiners and marks are kept within a text, because scripts need them. */
const nothingToSee = /^[\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}]*$/u;

/** Cleans one line of external text (a name, a message of a device): removes invisible characters that change what a person reads. */
export const shownLine = (max: number, min = 1) =>
  z
    .string()
    .transform((text) => text.replaceAll(lineBreaks, " ").replaceAll(hidden, "").trim())
    .transform((text) => (nothingToSee.test(text) ? "" : text))
    .pipe(z.string().min(min).max(max));
