import type { Screen } from "./screen.ts";
import { extraScreens } from "./screens-extra.ts";
import { monitoringScreens } from "./screens-monitoring.ts";
import { placeScreens } from "./screens-places.ts";

/** The screen index: every address below `/admin`, the source of routes, links and menu. Source: spec 1 §2, spec 2 §2 Shell and menu. */
export const screens: readonly Screen[] = [...placeScreens, ...monitoringScreens, ...extraScreens];
