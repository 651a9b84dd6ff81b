import { bengaluru, smallBengaluru } from "./bengaluru.ts";
import { mumbai } from "./mumbai.ts";
import type { CampusModel } from "./shapes.ts";

/** The demo's two campuses, its first one beside a campus of one's own, or one small campus that reports ten times as often. */
const simulatedSites = {
  campus: () => [bengaluru(), mumbai()],
  bengaluru: () => [bengaluru()],
  small: () => [smallBengaluru()],
} satisfies Record<string, () => CampusModel[]>;

export type SiteName = keyof typeof simulatedSites;

export const campusesOf = (site: SiteName): CampusModel[] => simulatedSites[site]();

export const isSiteName = (text: string): text is SiteName => Object.hasOwn(simulatedSites, text);
