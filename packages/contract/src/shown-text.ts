export { shownLine } from "@verandah/equipment/shown-text.ts";
