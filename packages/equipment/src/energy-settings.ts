import { z } from "zod";

import { shownLine } from "./shown-text.ts";

const PERIODS_MAX = 12;

/** Price of energy from an hour of the day until the next period begins. */
export const tariffPeriod = z.object({
  name: shownLine(40),
  fromHour: z.int().min(0).max(23),
  rupeesPerKilowattHour: z.number().min(0).max(1_000),
});
export type TariffPeriod = z.output<typeof tariffPeriod>;

/** Tariff, contract demand and carbon factor of a campus. */
export const energySettings = z.object({
  /** Demand that the supplier has agreed to; null where it is not known. */
  contractKilowatt: z.number().min(1).max(1_000_000).nullable(),
  carbonKilogramPerKilowattHour: z.number().min(0).max(5),
  /** By hour, the first at 0; empty while it is not known. */
  tariff: z
    .array(tariffPeriod)
    .max(PERIODS_MAX)
    .refine((all) => all.length === 0 || all[0]?.fromHour === 0, "The first period begins at 0")
    .refine(
      (all) => all.every(({ fromHour }, at) => at === 0 || fromHour > (all[at - 1]?.fromHour ?? 24)),
      "Each period begins after the one before",
    ),
});
export type EnergySettings = z.output<typeof energySettings>;
