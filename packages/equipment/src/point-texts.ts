import { points } from "./catalogue.ts";
import type { Language } from "./define.ts";
import { statesIn } from "./states.ts";

/** The states of a built-in point. */
export const pointStatesOf = (language: Language, paramId: string) => statesIn(language, points.get(paramId));
