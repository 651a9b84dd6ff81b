/** What a place shows: a drawing of the floor, with the parts that belong to it. */
export const layers = ["hvac", "lights", "comfort", "people", "devices"] as const;
export type Layer = (typeof layers)[number];

/** Those without the state of equipment, for everyone in the building. */
export const openLayers: readonly Layer[] = ["comfort", "people"];
