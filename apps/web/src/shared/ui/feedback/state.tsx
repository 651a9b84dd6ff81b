import { useLingui } from "@lingui/react/macro";
import {
  IconAlertOctagonFilled,
  IconAlertTriangleFilled,
  IconCircleCheckFilled,
  IconHelpCircleFilled,
} from "@tabler/icons-react";
import type { PlaceState } from "@verandah/contract/buildings.ts";

import { useIsOld } from "../../age.ts";

/** State of a place, subsystem or device: a colour, always with an icon or a word. */
export type State = PlaceState;

const icons = {
  critical: IconAlertOctagonFilled,
  low: IconAlertTriangleFilled,
  fine: IconCircleCheckFilled,
  unknown: IconHelpCircleFilled,
} as const;

/** The state of a device for display: without fresh values it is not fine, but an alarm stays visible. */
export const shownState = (state: State, isOld: boolean): State =>
  isOld && state === "fine" ? "unknown" : state;

/** States as the section around may show them: what may be old is unknown, alarms too; their texts and counts stay. */
export function useShownState(): <S extends string>(state: S) => S | "unknown" {
  const isOld = useIsOld();
  return (state) => (isOld ? "unknown" : state);
}

/** Red if anything critical, amber if only low alarms, green otherwise. Source: spec 2 §4 Floor tile colour. */
export function stateOf(counts: { noOfCritical: number; noOfLow: number }): State {
  if (counts.noOfCritical > 0) return "critical";
  return counts.noOfLow > 0 ? "low" : "fine";
}

interface StateIconProps {
  state: State;
  size?: number;
  /** In the state's colour, grey when it is fine; otherwise in the colour of the text. */
  isColored?: boolean;
}

/** The state's icon; hidden from screen readers, because a text is always near. */
export function StateIcon({ state, size = 16, isColored = false }: StateIconProps) {
  const shown = shownState(state, useIsOld());
  const Icon = icons[shown];
  return (
    <Icon
      size={size}
      aria-hidden
      {...(isColored && {
        style: { color: "var(--state-text, var(--mantine-color-dimmed))" },
        "data-state": shown,
      })}
    />
  );
}

/** The state's text in the user's language. */
export function useStateText(): (state: State) => string {
  const { t } = useLingui();
  const words: Record<State, string> = {
    critical: t`Critical`,
    low: t({ message: "Low", comment: "An alarm class: less than critical" }),
    fine: t({ message: "Normal", comment: "A state: no active alarm, and everything reports" }),
    unknown: t`Unknown`,
  };
  return (state) => words[state];
}
