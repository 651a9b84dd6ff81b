import { useLingui } from "@lingui/react/macro";
import { Group } from "@mantine/core";

import { StateShape } from "#shared/maps/map-marker.tsx";
import { type State, useStateText } from "#shared/ui/feedback/state.tsx";

const states: readonly State[] = ["critical", "low", "fine", "unknown"];

/** Which sign means what on a map of devices. */
export function StateLegend() {
  const { t } = useLingui();
  const stateText = useStateText();
  return (
    <Group component="ul" gap="4px 16px" fz={13} aria-label={t`Legend`}>
      {states.map((state) => (
        <Group component="li" key={state} gap={6}>
          <svg viewBox="-15 -15 30 30" width={18} height={18} aria-hidden>
            <StateShape state={state} />
          </svg>
          {stateText(state)}
        </Group>
      ))}
    </Group>
  );
}
