import { useLingui } from "@lingui/react/macro";
import type { BookableSpace } from "@verandah/contract/bookings/bookings.ts";

import classes from "./bookings.module.css";

export type SpaceState = "free" | "taken" | "own" | "small";

/** The state of a space for some people; rooms may be too small. */
export function spaceState({ isFree, isOwn, seats }: BookableSpace, people: number): SpaceState {
  if (isOwn) return "own";
  if (!isFree) return "taken";
  return seats < people ? "small" : "free";
}

/** The text of a state; a taken space has the name of its person where that is shown. */
export function useSpaceText(): (state: SpaceState, name?: string) => string {
  const { t } = useLingui();
  const words: Record<SpaceState, string> = {
    free: t`free`,
    taken: t`taken`,
    own: t`booked by you`,
    small: t`too small`,
  };
  return (state, name) => (state === "taken" && name ? t`taken by ${name}` : words[state]);
}

/** The sign of a state on a plan, 22 units wide around its middle. */
export function SpaceSign({
  state,
  isChosen,
  glyph,
}: {
  state: SpaceState;
  isChosen: boolean;
  glyph: string;
}) {
  return (
    <g className={classes["sign"]} data-state={state} data-chosen={isChosen} aria-hidden>
      <rect x={-11} y={-11} width={22} height={22} rx={5} />
      {isChosen ? (
        <path d="M-5 0L-1.5 4L5.5 -4.5" />
      ) : state === "taken" ? (
        <path d="M-4.5 -4.5L4.5 4.5M4.5 -4.5L-4.5 4.5" />
      ) : (
        <text dy={4}>{glyph}</text>
      )}
    </g>
  );
}
