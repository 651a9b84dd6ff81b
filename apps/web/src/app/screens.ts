import type { Screen } from "./screen.ts";
import { extraScreens } from "./screens-extra.ts";
import { monitoringScreens } from "./screens-monitoring.ts";
import { placeScreens } from "./screens-places.ts";

/**
 * The screen index: every address below `/admin`. Routes, links and the menu are made of it.
 * Source: spec 1 §2, spec 2 §2 Shell and menu.
 */
export const screens: readonly Screen[] = [...placeScreens, ...monitoringScreens, ...extraScreens];
