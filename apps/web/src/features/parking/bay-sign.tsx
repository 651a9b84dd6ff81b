import { useLingui } from "@lingui/react/macro";
import type { BayState } from "@verandah/contract/parking.ts";

import { quantity } from "#shared/format/number.ts";
import { durationText } from "#shared/format/time.ts";
import { LOW_LABEL, NEUTRAL_LABEL, ValueLabel } from "#shared/maps/map-marker.tsx";
import type { State } from "#shared/ui/feedback/state.tsx";

const MINUTE_MS = 60_000;

/** Appearance of a bay on the plan, as its alarm is a low one. The frame of `state` and a text identify it without the colour. */
const looks: Readonly<Record<BayState, { color: string; state: State }>> = {
  free: { color: NEUTRAL_LABEL, state: "fine" },
  occupied: { color: "#5c666f", state: "fine" },
  over: { color: LOW_LABEL, state: "low" },
  unknown: { color: "#adb5bd", state: "unknown" },
};

/** The sign of a bay: its colour, its frame and a short text. */
export function useBayLook() {
  const { t } = useLingui();
  const glyphs: Record<BayState, string> = {
    free: t({ message: "Free", comment: "A parking bay, in a box of 5 letters" }),
    occupied: t({ message: "Car", comment: "In an occupied parking bay, in a box of 5 letters" }),
    over: "!!!",
    unknown: "?",
  };
  return (state: BayState) => ({ ...looks[state], glyph: glyphs[state] });
}

export function useBayText(): (state: BayState) => string {
  const { t } = useLingui();
  const words: Record<BayState, string> = {
    free: t({ message: "Free", comment: "A parking bay" }),
    occupied: t`Occupied`,
    over: t`Over the limit`,
    unknown: t`Unknown`,
  };
  return (state) => words[state];
}

/** The longest time of a car. */
export const limitText = (minutes: number): string =>
  minutes % 60 === 0 ? quantity(minutes / 60, "hour", 0) : durationText(minutes * MINUTE_MS);

/** The sign beside a word that explains it. */
export function BaySign({ state }: { state: BayState }) {
  const { glyph, color, state: frame } = useBayLook()(state);
  return (
    <svg viewBox="-21 -12 42 24" width={42} height={24} aria-hidden>
      <ValueLabel text={glyph} color={color} state={frame} />
    </svg>
  );
}
