import { z } from "zod";

/** The languages of the dashboard and of mails. */
export const language = z.enum(["en", "hi", "kn"]);
export type Language = z.output<typeof language>;
