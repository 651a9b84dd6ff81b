import type { Screen } from "./screen.ts";
import { monitoringScreens } from "./screens-monitoring.ts";
import { placeScreens } from "./screens-places.ts";
import { pumpScreens } from "./screens-pumps.ts";

/**
 * The screen index: every address below `/admin`.
 * Source: spec 1 §2, spec 2 §2 Shell and menu.
 */
export const screens: readonly Screen[] = [...placeScreens, ...monitoringScreens, ...pumpScreens];
