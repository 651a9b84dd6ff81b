import { bengaluru, smallBengaluru } from "./bengaluru.ts";
import { mumbai } from "./mumbai.ts";
import type { CampusModel } from "./shapes.ts";

/** What the simulator simulates: the demo's two campuses, or one small campus that reports ten times as often. */
const simulatedSites = {
  campus: () => [bengaluru(), mumbai()],
  small: () => [smallBengaluru()],
} satisfies Record<string, () => CampusModel[]>;

export type SiteName = keyof typeof simulatedSites;

export const campusesOf = (site: SiteName): CampusModel[] => simulatedSites[site]();

export const isSiteName = (text: string): text is SiteName => Object.hasOwn(simulatedSites, text);
