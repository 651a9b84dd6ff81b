import { points } from "./catalogue.ts";
import type { Language } from "./define.ts";
import { statesIn } from "./states.ts";

/** What a point is called. An unknown point keeps its id. */
export const pointName = (language: Language, paramId: string): string =>
  points.get(paramId)?.name[language] ?? paramId;

/** The states of a built-in point. */
export const pointStatesOf = (language: Language, paramId: string) => statesIn(language, points.get(paramId));

/** Every point that has a name, and every one that has states. */
export const namedPoints: readonly string[] = [...points.keys()];
export const statePoints: readonly string[] = namedPoints.filter((id) => points.get(id)?.states);
