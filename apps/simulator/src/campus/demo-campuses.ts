import { bengaluru } from "./bengaluru.ts";
import { mumbai } from "./mumbai.ts";
import type { CampusModel } from "./shapes.ts";

/** Every campus that the simulator simulates. */
export function demoCampuses(): CampusModel[] {
  return [bengaluru(), mumbai()];
}
